// The borrow check of one function, along every way through it: the output of a launch is not another argument of it
// (GPUC0221), a buffer that was moved is not used again (GPUC0222), a view is not used after its buffer (GPUC0223), and
// the result of get_if is looked at before it is used (GPUC0206). What it cannot decide is left to the launch.
//
//   borrow_state    what is known at one point
//   borrow_facts    what an expression means in a state
//   borrow_effects  what a statement does to a state; borrow_values: to what is given, moved and used
//   borrow_launch   the arguments of one launch
//   borrow_flow     the walk over Clang's control flow graph
//   borrow_reports  the messages
//
// A move, or the end of a buffer, counts if it may have happened; an overlap counts only where it is certain, because
// the launch checks it again and a false alarm has no way around it.
#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// `function` is a definition and no template.
void checkBorrows(Session& session, const clang::FunctionDecl& function);

}  // namespace gpuc::tool
