#include "tool/plan/file_table.h"

#include "tool/base/file_hash.h"

#include <algorithm>
#include <time.h>

namespace gpuc::tool::plan {

namespace {

// Stored paths start with one of these where they lie in a directory that can move as a whole.
constexpr std::string_view kInProject = "P/";
constexpr std::string_view kInOutput = "O/";

// A file that was written this short a time before it was hashed can be written again without its stat changing,
// since file systems keep time in ticks.
constexpr std::int64_t kTick = 20'000'000;  // nanoseconds

std::int64_t now() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1'000'000'000ll + time.tv_nsec;
}

bool settled(const FileStat& stat, std::int64_t moment) {
  return std::max(stat.modified, stat.changed) + kTick < moment;
}

}  // namespace

FileTable::FileTable(std::string project, std::string output)
    : project(std::move(project)), output(std::move(output)) {}

std::string FileTable::stored(std::string_view path) const {
  for (auto [directory, mark] : {std::pair(&output, kInOutput), std::pair(&project, kInProject)}) {
    std::string relative = relativeTo(path, *directory);
    if (relative.size() < path.size()) return std::string(mark) + relative;
  }
  return std::string(path);
}

std::string FileTable::path(FileId file) const {
  std::string_view path = entries[file].path;
  if (path.starts_with(kInProject)) return joinPath(project, path.substr(kInProject.size()));
  if (path.starts_with(kInOutput)) return joinPath(output, path.substr(kInOutput.size()));
  return std::string(path);
}

FileId FileTable::file(std::string_view path) {
  if (ids.size() != entries.size())
    for (FileId id = 0; id < entries.size(); ++id) ids.emplace(entries[id].path, id);
  std::string name = stored(path);
  auto [found, isNew] = ids.emplace(name, static_cast<FileId>(entries.size()));
  if (isNew) {
    entries.push_back({std::move(name), {}, 0, false});
    modified = true;
  }
  return found->second;
}

void FileTable::keep(Entry& entry, const FileStat& stat, std::uint64_t hash) {
  entry.checked = true;
  if (entry.stat == stat && entry.hash == hash) return;
  entry.stat = stat;
  entry.hash = hash;
  modified = true;
}

std::uint64_t FileTable::check(FileId file, bool program) {
  Entry& entry = entries[file];
  if (entry.checked) return entry.hash;
  std::string name = path(file);
  std::optional<FileStat> stat = statFile(name);
  if (!stat) {
    keep(entry, {}, 0);
    return 0;
  }
  if (entry.hash != 0 && entry.stat == *stat) {
    entry.checked = true;
    return entry.hash;
  }
  std::int64_t moment = now();
  std::uint64_t hash = (program ? hashProgram(name) : hashFile(name)).value_or(0);
  keep(entry, settled(*stat, moment) ? *stat : FileStat{}, hash);
  return hash;
}

std::uint64_t FileTable::currentHash(FileId file) { return check(file, false); }
std::uint64_t FileTable::currentProgramHash(FileId file) { return check(file, true); }

VersionId FileTable::version(FileId file, std::uint64_t hash) {
  if (byHash.empty())
    for (VersionId id = 0; id < versions.size(); ++id) byHash[versions[id].hash + versions[id].file].push_back(id);
  std::vector<VersionId>& candidates = byHash[hash + file];
  for (VersionId id : candidates)
    if (versions[id].file == file && versions[id].hash == hash) return id;
  candidates.push_back(static_cast<VersionId>(versions.size()));
  versions.push_back({file, hash});
  modified = true;
  return candidates.back();
}

bool FileTable::isCurrent(VersionId version) { return currentHash(versions[version].file) == versions[version].hash; }

void FileTable::noteCompiled(FileId file, std::uint64_t hash, std::int64_t started) {
  Entry& entry = entries[file];
  if (entry.checked && entry.hash == hash) return;
  entry.checked = false;
  std::optional<FileStat> stat = statFile(path(file));
  if (hash != 0 && stat && settled(*stat, started)) keep(entry, *stat, hash);
}

std::uint64_t FileTable::noteWritten(FileId file) {
  Entry& entry = entries[file];
  std::string name = path(file);
  std::optional<FileStat> stat = statFile(name);
  keep(entry, stat.value_or(FileStat{}), stat ? hashFile(name).value_or(0) : 0);
  return entry.hash;
}

void FileTable::save(ByteWriter& writer) const {
  writer.write(static_cast<std::uint32_t>(entries.size()));
  for (const Entry& entry : entries) {
    writer.write(entry.path);
    writer.write(entry.stat);
    writer.write(entry.hash);
  }
  writer.write(versions);
}

bool FileTable::restore(ByteReader& reader) {
  std::size_t count = reader.readCount(sizeof(std::uint32_t) + sizeof(FileStat) + sizeof(std::uint64_t));
  entries.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Entry& entry = entries.emplace_back();
    entry.path = reader.readText();
    entry.stat = reader.read<FileStat>();
    entry.hash = reader.read<std::uint64_t>();
  }
  versions = reader.readVector<Version>();
  for (const Version& version : versions)
    if (version.file >= entries.size()) return false;
  return reader.good();
}

}  // namespace gpuc::tool::plan
