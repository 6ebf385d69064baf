#include "tool/link/command.h"

#include "tool/base/disk.h"

namespace gpuc::tool::link {

std::vector<std::string> command(const Inputs& inputs) {
  std::string gcc = inputs.gccDirectory + "/", start = inputs.startFiles + "/";
  std::vector<std::string> line = {inputs.linker,
                                   "-pie",
                                   "-m",
                                   "elf_x86_64",
                                   "--hash-style=gnu",
                                   "--eh-frame-hdr",
                                   "-z",
                                   "relro",
                                   "-z",
                                   "now",
                                   "--gc-sections",
                                   "--dynamic-linker",
                                   "/lib64/ld-linux-x86-64.so.2",
                                   "-o",
                                   inputs.output};
  for (const std::string& file : {start + "Scrt1.o", start + "crti.o", gcc + "crtbeginS.o"}) line.push_back(file);
  for (const std::string& directory : {inputs.gccDirectory, inputs.startFiles}) line.push_back("-L" + directory);
  for (const char* directory :
       {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib/x86_64-linux-gnu", "/lib64", "/usr/lib"})
    line.push_back(std::string("-L") + directory);
  line.insert(line.end(), inputs.objects.begin(), inputs.objects.end());
  line.insert(line.end(), inputs.archives.begin(), inputs.archives.end());
  for (const char* library : {"-lstdc++", "-lm", "-lpthread", "-ldl", "-lgcc_s", "-lgcc", "-lc", "-lgcc_s", "-lgcc"})
    line.push_back(library);
  for (const std::string& file : {gcc + "crtendS.o", start + "crtn.o"}) line.push_back(file);
  return line;
}

std::vector<std::string> archiveCommand(const std::string& compiler, const Inputs& inputs) {
  std::vector<std::string> line = {compiler, "--archive", inputs.output};
  line.insert(line.end(), inputs.objects.begin(), inputs.objects.end());
  return line;
}

bool needsResponseFile(const std::vector<std::string>& command) {
  constexpr std::size_t kLongest = 100'000;  // of the 128 KiB that the kernel takes at the least
  std::size_t length = 0;
  for (const std::string& word : command) length += word.size() + 1;
  return length > kLongest;
}

std::string responseFileText(const std::vector<std::string>& command) {
  std::string text;
  for (std::size_t i = 1; i < command.size(); ++i) {
    text += '"';
    for (char c : command[i]) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += "\"\n";
  }
  return text;
}

}  // namespace gpuc::tool::link
