#include "tool/plan/state.h"

#include "tool/base/hash.h"
#include "tool/base/version.h"

namespace gpuc::tool::plan {

namespace {

// Changes with the layout of the file.
constexpr std::string_view kMagic = "gpuc state 1 ";

std::string header() { return std::string(kMagic) + kVersion + "\n"; }

void saveUnit(ByteWriter& writer, const UnitRecord& unit) {
  writer.write(unit.key);
  writer.write(unit.dependencies);
  writer.write(unit.outputs);
  writer.write(unit.hasMain);
  writer.write(unit.hasDevice);
  writer.write(static_cast<std::uint32_t>(unit.kernels.size()));
  for (const CompiledKernel& kernel : unit.kernels) {
    writer.write(kernel.name);
    writer.write(kernel.symbol);
  }
  writer.write(unit.warnings);
}

UnitRecord restoreUnit(ByteReader& reader) {
  UnitRecord unit;
  unit.key = reader.readVector<std::uint64_t>();
  unit.dependencies = reader.readVector<VersionId>();
  unit.outputs = reader.readVector<VersionId>();
  unit.hasMain = reader.read<bool>();
  unit.hasDevice = reader.read<bool>();
  unit.kernels.resize(reader.readCount(2 * sizeof(std::uint32_t)));
  for (CompiledKernel& kernel : unit.kernels) {
    kernel.name = reader.readText();
    kernel.symbol = reader.readText();
  }
  unit.warnings = reader.readText();
  return unit;
}

void saveRemembered(ByteWriter& writer, const Remembered& remembered) {
  writer.write(remembered.key);
  writer.write(static_cast<std::uint32_t>(remembered.watched.size()));
  for (const Remembered::Watched& watched : remembered.watched) {
    writer.write(watched.path);
    writer.write(watched.stat.has_value());
    writer.write(watched.stat.value_or(FileStat{}));
  }
  writer.write(static_cast<std::uint32_t>(remembered.answer.size()));
  for (const std::string& line : remembered.answer) writer.write(line);
}

Remembered restoreRemembered(ByteReader& reader) {
  Remembered remembered;
  remembered.key = reader.read<std::uint64_t>();
  remembered.watched.resize(reader.readCount(sizeof(std::uint32_t) + sizeof(bool) + sizeof(FileStat)));
  for (Remembered::Watched& watched : remembered.watched) {
    watched.path = reader.readText();
    bool exists = reader.read<bool>();
    FileStat stat = reader.read<FileStat>();
    if (exists) watched.stat = stat;
  }
  remembered.answer.resize(reader.readCount(sizeof(std::uint32_t)));
  for (std::string& line : remembered.answer) line = reader.readText();
  return remembered;
}

}  // namespace

bool Remembered::holds(std::uint64_t expectedKey) const {
  if (answer.empty() || key != expectedKey) return false;
  for (const Watched& file : watched)
    if (statFile(file.path) != file.stat) return false;
  return true;
}

State::State(const std::string& project, const std::string& output)
    : files(project, output), project(project), output(output), path(joinPath(output, "state")) {}

void State::load() {
  Result<std::string> bytes = readFile(path);
  if (bytes && restore(*bytes)) return;
  files = FileTable(project, output);
  units.clear();
  products.clear();
  tools = {};
}

bool State::restore(std::string_view bytes) {
  std::string expected = header();
  if (!bytes.starts_with(expected)) return false;
  bytes.remove_prefix(expected.size());
  ByteReader front(bytes);
  std::uint64_t checksum = front.read<std::uint64_t>();
  if (!front.good()) return false;
  bytes.remove_prefix(sizeof checksum);
  if (hashBytes(bytes) != checksum) return false;

  ByteReader reader(bytes);
  tools = restoreRemembered(reader);
  if (!files.restore(reader)) return false;
  for (std::size_t count = reader.readCount(1); count > 0 && reader.good(); --count) {
    std::string name(reader.readText());
    units.emplace_hint(units.end(), std::move(name), restoreUnit(reader));
  }
  for (std::size_t count = reader.readCount(1); count > 0 && reader.good(); --count) {
    std::string name(reader.readText());
    std::uint64_t key = reader.read<std::uint64_t>();
    products.emplace_hint(products.end(), std::move(name), ProductRecord{key, reader.read<VersionId>()});
  }
  return reader.good() && reader.atEnd();
}

Result<void> State::save() {
  if (!changed && !files.changed()) return {};
  // Records of sources that are gone would be kept forever.
  std::erase_if(units, [&](const auto& unit) {
    std::string source = unit.first.substr(0, unit.first.find(" (test)"));
    return !isFile(joinPath(project, source));
  });
  ByteWriter body;
  saveRemembered(body, tools);
  files.save(body);
  body.write(static_cast<std::uint32_t>(units.size()));
  for (const auto& [name, unit] : units) {
    body.write(name);
    saveUnit(body, unit);
  }
  body.write(static_cast<std::uint32_t>(products.size()));
  for (const auto& [name, product] : products) {
    body.write(name);
    body.write(product.key);
    body.write(product.output);
  }
  ByteWriter checksum;
  checksum.write(hashBytes(body.bytes));
  return writeFile(path, header() + checksum.bytes + body.bytes);
}

}  // namespace gpuc::tool::plan
