#!/usr/bin/env python3
"""Draws how a partition maps an output to runs of a tile kernel: partition.py [FILE.svg]"""
import pathlib
import sys

CELL, LEFT, TOP = 20, 70, 60
ROWS, COLUMNS, TILE = 7, 20, (4, 8)  # elements of the output, and of a tile
COLOURS = ["#cfe3f7", "#d9f0d3", "#fde2c8", "#e8dcf2", "#f7d6dc", "#e2e2e2"]


def text(x, y, content, size=13, anchor="middle", style=""):
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {style}>{content}</text>'


def draw():
    tiles_down, tiles_across = -(-ROWS // TILE[0]), -(-COLUMNS // TILE[1])
    width = LEFT + tiles_across * TILE[1] * CELL + 30
    height = TOP + tiles_down * TILE[0] * CELL + 70
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           text(width / 2, 24, f"{ROWS} x {COLUMNS} elements, tile_shape&lt;{TILE[0]}, {TILE[1]}&gt;: "
                f"{tiles_down} x {tiles_across} runs", 15)]
    for down in range(tiles_down):
        for across in range(tiles_across):
            number = down * tiles_across + across
            x, y = LEFT + across * TILE[1] * CELL, TOP + down * TILE[0] * CELL
            for row in range(TILE[0]):
                for column in range(TILE[1]):
                    inside = down * TILE[0] + row < ROWS and across * TILE[1] + column < COLUMNS
                    fill = COLOURS[number % len(COLOURS)] if inside else "white"
                    stroke = "#9aa5b1" if inside else "#e3e6ea"
                    out.append(f'<rect x="{x + column * CELL}" y="{y + row * CELL}" width="{CELL}" height="{CELL}" '
                               f'fill="{fill}" stroke="{stroke}"/>')
            out.append(f'<rect x="{x}" y="{y}" width="{TILE[1] * CELL}" height="{TILE[0] * CELL}" fill="none" '
                       'stroke="#334155" stroke-width="2"/>')
            out.append(text(x + TILE[1] * CELL / 2, y + TILE[0] * CELL / 2 + 5, f"index() = ({down}, {across})", 13,
                            style='font-weight="bold"'))
    for across in range(tiles_across):
        out.append(text(LEFT + (across + 0.5) * TILE[1] * CELL, TOP - 10, f"column {across * TILE[1]} ..."))
    for down in range(tiles_down):
        out.append(text(LEFT - 8, TOP + (down + 0.5) * TILE[0] * CELL + 5, f"row {down * TILE[0]} ...", 13, "end"))
    bottom = TOP + tiles_down * TILE[0] * CELL
    out.append(text(LEFT, bottom + 28, "One colour: what one run of the kernel writes. White: outside of the tensor; a load "
                    "gives the", 13, "start"))
    out.append(text(LEFT, bottom + 46, "padding there, a store leaves it out.", 13, "start"))
    return "\n".join(out + ["</svg>", ""])


if __name__ == "__main__":
    default = pathlib.Path(__file__).with_suffix(".svg")
    pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default).write_text(draw())
