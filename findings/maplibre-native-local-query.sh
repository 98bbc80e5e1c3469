#!/usr/bin/env bash
# MapLibre Native takes the query of a local tile's URL for a part of the file's name, so that a version token hides the tile.
#
# Version: pymgl 0.5.0 (MapLibre Native), which needs a display: Xvfb, Debian's package xvfb.
# Input: a style of a raster source of one tile, a PNG of one colour, over a background of another. Its address is
# asset://tiles/{z}/{x}/{y}.png or file://…, and the same with ?v=1, as caches of tiles on a server are told of new ones.
# Seen: with ?v=1 the background alone, without an error, in both schemes; a file that is named 0.png?v=1 is drawn. In
# RFC 3986 a query is no part of the path. Instead: leave tokens out of the addresses of tiles that are packed with an app.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"; kill "${display:-}" 2>/dev/null || true' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pymgl==0.5.0 pillow==12.0.0
cd "$work"
mkfifo number
Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp -noreset 3>number >/dev/null 2>&1 &
display=$!
read -r name <number
cat >draw.py <<'END'
import io
import json
import pathlib

import pymgl
from PIL import Image

folder = pathlib.Path("tiles/0/0")
folder.mkdir(parents=True)
Image.new("RGB", (256, 256), (200, 30, 30)).save(folder / "0.png")
Image.new("RGB", (256, 256), (30, 150, 30)).save(folder / "0.png?v=2", "PNG")


def colour(address):
    style = {"version": 8, "sources": {"plan": {
        "type": "raster", "tiles": [address], "tileSize": 256, "minzoom": 0, "maxzoom": 0}},
        "layers": [{"id": "ground", "type": "background", "paint": {"background-color": "#1e1ec8"}},
                   {"id": "plan", "type": "raster", "source": "plan"}]}
    with pymgl.Map(json.dumps(style), 64, 64, 1, 20, 20, 0) as view:
        return Image.open(io.BytesIO(view.renderPNG())).convert("RGB").getpixel((32, 32))


for scheme in ("asset://", f"file://{pathlib.Path.cwd()}/"):
    found = {query: colour(scheme + "tiles/{z}/{x}/{y}.png" + query) for query in ("", "?v=1", "?v=2")}
    print(scheme[:8], found)
    assert found == {"": (200, 30, 30), "?v=1": (30, 30, 200), "?v=2": (30, 150, 30)}, found
END
DISPLAY=":$name" "$work/venv/bin/python" draw.py
