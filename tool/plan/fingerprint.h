// When a unit or a program has to be made again, and why. By content and settings alone: never by a file's date, and
// never by where the project lies.
#pragma once

#include "tool/model/plan.h"
#include "tool/plan/state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuc::tool::plan {

// Hashes of the programs and libraries that a unit is made with; 0 where there is none.
struct ToolHashes {
  std::uint64_t compiler = 0;
  std::uint64_t ptxas = 0;
  std::uint64_t libdevice = 0;
};

std::vector<std::uint64_t> unitKey(const Request& request, const ToolHashes& tools);

// Why the unit must be compiled; nothing when its outputs are right.
std::optional<std::string> dirtyReason(State& state, const Unit& unit, const std::vector<std::uint64_t>& key);

// Takes over what gpuc-cc answered. `started` is when it was started, in nanoseconds of the wall clock.
void noteCompiled(State& state, const Unit& unit, std::vector<std::uint64_t> key, const Response& response,
                  std::int64_t started);

// Of what a program is linked from; its units have been compiled.
std::uint64_t productKey(const State& state, const Plan& plan, const Product& program, std::uint64_t tools);

// The same for a product: a program, or another file that is made of files and settings alone.
std::string productName(const Product& program);
std::optional<std::string> dirtyReason(State& state, const std::string& product, std::uint64_t key);
void noteMade(State& state, const std::string& product, const std::string& path, std::uint64_t key);

}  // namespace gpuc::tool::plan
