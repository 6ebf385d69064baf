#include "tool/base/process.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace gpuc::tool {

namespace {

volatile std::sig_atomic_t gInterruption = 0;

void noteInterruption(int signal) { gInterruption = signal; }

// SIGINT and SIGTERM are blocked except inside ppoll, so that none arrives between looking and waiting.
sigset_t blockInterruptions() {
  static const sigset_t outside = [] {
    struct sigaction action = {};
    action.sa_handler = noteInterruption;
    sigset_t interruptions, before;
    sigemptyset(&interruptions);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction old = {};
      sigaction(signal, nullptr, &old);
      if (old.sa_handler == SIG_IGN) continue;  // nohup, or a shell's background job
      sigaction(signal, &action, nullptr);
      sigaddset(&interruptions, signal);
    }
    sigprocmask(SIG_BLOCK, &interruptions, &before);
    return before;
  }();
  return outside;
}

struct Pipe {
  int read = -1;
  int write = -1;
};

bool openPipe(Pipe& pipe) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe = {ends[0], ends[1]};
  return true;
}

void closeEnd(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

// The child's argument or environment array, pointing into `strings`.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environmentWith(const std::vector<std::string>& additions) {
  std::vector<std::string> result = additions;
  auto nameOf = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry; ++entry) {
    bool replaced = false;
    for (const std::string& addition : additions) replaced |= nameOf(addition) == nameOf(*entry);
    if (!replaced) result.push_back(*entry);
  }
  return result;
}

Diagnostic startFailure(const Command& command, int error) {
  return diag(Code::InternalError, strCat("cannot start '", command.arguments.front(), "': ", std::strerror(error)));
}

// posix_spawn rather than fork: gpuc's memory is not copied, and a failing exec is reported here.
int spawn(const Command& command, posix_spawn_file_actions_t* actions, bool ownGroup, pid_t& pid) {
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(actions, command.directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t mask = blockInterruptions(), defaults;
  sigemptyset(&defaults);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_setflags(&attributes, ownGroup ? flags | POSIX_SPAWN_SETPGROUP : flags);
  std::vector<std::string> arguments = command.arguments;
  std::vector<std::string> environment = environmentWith(command.environment);
  int error = posix_spawnp(&pid, command.arguments.front().c_str(), actions, &attributes, pointers(arguments).data(),
                           pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  return error;
}

void noteStatus(int status, ProcessResult& result) {
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  else
    result.exitCode = WEXITSTATUS(status);
}

int waitFor(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// False at the end of the stream.
bool readSome(int descriptor, std::string& text) {
  char buffer[1 << 14];
  ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count > 0) text.append(buffer, count);
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

int ProcessSet::interruption() { return gInterruption; }

ProcessSet::ProcessSet() { blockInterruptions(); }

ProcessSet::~ProcessSet() { endAll(); }

Result<int> ProcessSet::start(const Command& command) {
  Pipe output, errors;
  if (!openPipe(output) || (command.separateErrors && !openPipe(errors))) return startFailure(command, errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, command.separateErrors ? errors.write : output.write, STDERR_FILENO);
  Child child;
  int error = spawn(command, &actions, true, child.pid);
  posix_spawn_file_actions_destroy(&actions);
  closeEnd(output.write);
  closeEnd(errors.write);
  if (error != 0) {
    closeEnd(output.read);
    closeEnd(errors.read);
    return startFailure(command, error);
  }
  child.output = output.read;
  child.errors = errors.read;
  children.emplace(nextId, std::move(child));
  return nextId++;
}

std::optional<ProcessSet::Finished> ProcessSet::wait() {
  sigset_t outside = blockInterruptions();
  while (!children.empty()) {
    std::vector<pollfd> polled;
    for (const auto& [id, child] : children)
      for (int descriptor : {child.output, child.errors})
        if (descriptor >= 0) polled.push_back({descriptor, POLLIN, 0});
    int ready = ppoll(polled.data(), polled.size(), nullptr, &outside);
    if (gInterruption != 0) {
      endAll();
      return std::nullopt;
    }
    if (ready < 0) continue;
    for (auto& [id, child] : children) {
      for (int* descriptor : {&child.output, &child.errors}) {
        bool readable = false;
        for (const pollfd& entry : polled) readable |= entry.fd == *descriptor && entry.revents != 0;
        std::string& text = descriptor == &child.output ? child.result.output : child.result.errors;
        if (readable && !readSome(*descriptor, text)) closeEnd(*descriptor);
      }
      if (child.output >= 0 || child.errors >= 0) continue;
      noteStatus(waitFor(child.pid), child.result);
      Finished finished{id, std::move(child.result)};
      children.erase(id);
      return finished;
    }
  }
  return std::nullopt;
}

void ProcessSet::endAll() {
  for (auto& [id, child] : children) kill(-child.pid, SIGTERM);
  for (auto& [id, child] : children) {
    // A child that ignores SIGTERM must not outlive an interrupted build.
    constexpr int kPatience = 2000;  // milliseconds
    for (int waited = 0; waited < kPatience && waitpid(child.pid, nullptr, WNOHANG) == 0; waited += 5) usleep(5000);
    kill(-child.pid, SIGKILL);
    waitFor(child.pid);
    closeEnd(child.output);
    closeEnd(child.errors);
  }
  children.clear();
}

Result<ProcessResult> runProcess(const Command& command) {
  ProcessSet set;
  GPUC_TRY(set.start(command));
  if (auto finished = set.wait()) return std::move(finished->result);
  ProcessResult interrupted;
  interrupted.signal = ProcessSet::interruption();
  return interrupted;
}

Result<int> runInForeground(const Command& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  pid_t pid = 0;
  int error = spawn(command, &actions, false, pid);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return startFailure(command, error);
  ProcessResult result;
  // The terminal sends its signals to the child itself; one that is sent to gpuc alone is passed on.
  sigset_t awaited, before;
  sigemptyset(&awaited);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&awaited, signal);
  sigprocmask(SIG_BLOCK, &awaited, &before);
  int status = 0;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    siginfo_t origin;
    int signal = sigwaitinfo(&awaited, &origin);
    if (signal < 0 || signal == SIGCHLD) continue;
    gInterruption = signal;
    if (origin.si_code <= 0) kill(pid, signal);  // from a process, not from the terminal
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  noteStatus(status, result);
  return result.signal != 0 ? 128 + result.signal : result.exitCode;
}

Diagnostic replaceProcess(const Command& command) {
  for (const std::string& entry : command.environment) {
    std::size_t equals = entry.find('=');
    setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
  sigset_t outside = blockInterruptions();
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == noteInterruption) std::signal(signal, SIG_DFL);
  }
  std::signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &outside, nullptr);
  std::vector<std::string> arguments = command.arguments;
  if (command.directory.empty() || chdir(command.directory.c_str()) == 0)
    execvp(command.arguments.front().c_str(), pointers(arguments).data());
  return startFailure(command, errno);
}

std::string findProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) return isExecutable(name) ? name : "";
  const char* path = std::getenv("PATH");
  for (const std::string& directory : split(path ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
    std::string candidate = joinPath(directory.empty() ? "." : directory, name);
    if (isExecutable(candidate)) return candidate;
  }
  return {};
}

}  // namespace gpuc::tool
