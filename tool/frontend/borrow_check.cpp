#include "tool/frontend/borrow_check.h"

#include "tool/frontend/borrow_flow.h"

namespace gpuc::tool {

void checkBorrows(Session& session, const clang::FunctionDecl& function) {
  if (function.getBody() && !function.isInvalidDecl()) borrow::Flow(session).check(function);
}

}  // namespace gpuc::tool
