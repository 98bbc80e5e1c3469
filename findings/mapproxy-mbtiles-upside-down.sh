#!/usr/bin/env bash
# MapProxy reads an MBTiles file upside down under its own grid of web maps, GLOBAL_WEBMERCATOR.
#
# Version: MapProxy 7.0.0.
# Input: an MBTiles file with a red north and a blue south, served as WMS under GLOBAL_MERCATOR and GLOBAL_WEBMERCATOR.
# MBTiles 1.3 numbers its rows from the south, always.
# Seen: the two grids cut the same tiles of the same plane, yet under the second the north is blue: its rows, from the
# north, are taken for the file's without being turned round. Nothing is said of it; maps written that way are upside
# down for others. Instead: GLOBAL_MERCATOR for MBTiles, or a grid with origin sw.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install MapProxy==7.0.0 pillow==12.0.0
cd "$work"
"$work/venv/bin/python" -W ignore - <<'END'
import io
import pathlib
import sqlite3
from mapproxy.wsgiapp import make_wsgi_app
from PIL import Image
from werkzeug.test import Client

store = sqlite3.connect("plan.mbtiles")
store.execute("create table metadata(name text, value text)")
store.execute("create table tiles(zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
store.executemany("insert into metadata values(?, ?)", [
    ("name", "plan"), ("format", "png"), ("minzoom", "1"), ("maxzoom", "1")])
for row, colour in (1, "red"), (0, "blue"):
    tile = io.BytesIO()
    Image.new("RGB", (256, 256), colour).save(tile, "PNG")
    store.executemany("insert into tiles values(1, ?, ?, ?)", [(column, row, tile.getvalue()) for column in (0, 1)])
store.commit()

def north_and_south(grid):
    pathlib.Path(f"{grid}.yaml").write_text(f"""
services: {{wms: {{srs: ["EPSG:3857"]}}}}
layers: [{{name: plan, title: plan, sources: [plan]}}]
caches: {{plan: {{grids: [{grid}], sources: [], cache: {{type: mbtiles, filename: ./plan.mbtiles}}}}}}
""")
    half = 20037508.342789244
    answer = Client(make_wsgi_app(f"{grid}.yaml")).get(
        "/service?service=WMS&request=GetMap&version=1.1.1&layers=plan&styles=&srs=EPSG:3857"
        f"&bbox={-half},{-half},{half},{half}&width=512&height=512&format=image/png")
    image = Image.open(io.BytesIO(answer.data)).convert("RGB")
    names = {(255, 0, 0): "red", (0, 0, 255): "blue"}
    return [names[image.getpixel((256, y))] for y in (128, 384)]

mercator, web_mercator = map(north_and_south, ("GLOBAL_MERCATOR", "GLOBAL_WEBMERCATOR"))
print(f"north and south: GLOBAL_MERCATOR {mercator}, GLOBAL_WEBMERCATOR {web_mercator}")
assert mercator == ["red", "blue"] and web_mercator == ["blue", "red"]
END
