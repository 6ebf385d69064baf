// The command line that makes a program of object files. lld is started directly: a compiler driver in between would
// take longer than the link itself.
#pragma once

#include <string>
#include <vector>

namespace gpuc::tool::link {

struct Inputs {
  std::string linker;        // ld.lld
  std::string gccDirectory;  // crtbeginS.o, libstdc++ and libgcc
  std::string startFiles;    // Scrt1.o, crti.o and the C library
  std::vector<std::string> objects;
  std::vector<std::string> archives;  // gpuc's runtime
  std::string output;
};

std::vector<std::string> command(const Inputs& inputs);

// The command line that makes an archive of the objects, which gpuc-cc does.
std::vector<std::string> archiveCommand(const std::string& compiler, const Inputs& inputs);

// Whether the system might refuse the command line for its length.
bool needsResponseFile(const std::vector<std::string>& command);

// What to write into FILE so that the program started with "@FILE" alone does the same.
std::string responseFileText(const std::vector<std::string>& command);

}  // namespace gpuc::tool::link
