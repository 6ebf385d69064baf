#!/usr/bin/env python3
"""Files as editors, other systems and tired people leave them: sources.py GPUC. Each must print the same."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import staged

PROGRAM = """\
#include <gpuc/gpuc.hpp>
#include <cstdio>
@BEFORE@
namespace [[gpuc::module]] kernels {
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
void fill(gpuc::disjoint_slice<int> out) {
    auto idx = gpuc::thread::index_1d();
    if (auto slot = out.get_if(idx)) *slot = @VALUE@;
}
}  // namespace kernels
int main() {
    gpuc::context context;
    auto stream = context.default_stream();
    auto out = gpuc::device_buffer<int>::zeroed(stream, 40);
    auto module = kernels::load(context);
    module.fill(stream, module.prepare_fill(gpuc::covering(40)), out);
    std::printf("%d\\n", out.to_host(stream)[33]);
}
"""


def source(value="static_cast<int>(idx.get())", before=""):
    return PROGRAM.replace("@VALUE@", value).replace("@BEFORE@", before)


TABLE = "static const int table[] = {" + ",".join(str(i % 1000) for i in range(200000)) + "};"
PLAIN = source()
UNICODE = PLAIN.replace("kernels", "ядра").replace("fill", "größe")
FILES = {
    "crlf.cpp": PLAIN.replace("\n", "\r\n").encode(),
    "no newline at the end.cpp": PLAIN.rstrip("\n").encode(),
    "bom.cpp": b"\xef\xbb\xbf" + PLAIN.encode(),
    "ünïcode 名.cpp": UNICODE.encode(),
    "-dash.cpp": PLAIN.encode(),
    "digraphs.cpp": PLAIN.replace("[[", "<:<:").replace("]]", ":>:>").replace("{", "<%").replace("}", "%>").encode(),
    "braces.cpp": source(before='inline const char* text = R"(}}{)"; inline char brace = \'}\'; /* } */ // }').encode(),
    "lines.cpp": source(before='#line 7 "elsewhere.y"').encode(),
    "table.cpp": source(value="table[idx.get() * 6001]", before=TABLE).encode(),
}


def test():
    with staged.User(sys.argv[1]) as user:
        for name, text in FILES.items():
            file = user.place / "a folder" / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text)
            # As a path, and, since a dash begins an option, as one that is not bare.
            ended = user.call("run", "-q", "--device", "cpu", f"./{name}", cwd=file.parent)
            ended.expect(stdout=f"{6001 * 33 % 1000 if name == 'table.cpp' else 33}\n")
            staged.require(ended.stderr == "", str(ended))


staged.main(test)
