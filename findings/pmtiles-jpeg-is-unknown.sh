#!/usr/bin/env bash
# The converter of the PMTiles package for Python loses the type of JPEG tiles, and unpacks them as vector tiles.
#
# Version: pmtiles 3.8.1.
# Input: an MBTiles file with the row format = jpg, the value that MBTiles 1.3 requires for JPEG tiles.
# Seen: the archive's tile type is 0, unknown (3 is JPEG; PMTiles v3, header byte 99), and exit code 0; the archive
# converted to a folder has the tile as 0/0/0.mvt. With format = jpeg, which MBTiles 1.3 does not know, it is 3.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pmtiles==3.8.1 pillow==12.0.0
export PATH="$work/venv/bin:$PATH"
cd "$work"
python - <<'END'
import io
import sqlite3
from PIL import Image

tile = io.BytesIO()
Image.new("RGB", (256, 256), (200, 60, 40)).save(tile, "JPEG")
for name in "jpg", "jpeg":
    store = sqlite3.connect(f"{name}.mbtiles")
    store.execute("create table metadata(name text, value text)")
    store.execute(
        "create table tiles(zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    store.executemany("insert into metadata values(?, ?)", [
        ("name", "plan"), ("format", name), ("minzoom", "0"), ("maxzoom", "0"),
        ("bounds", "-180,-85,180,85")])
    store.execute("insert into tiles values(0, 0, 0, ?)", (tile.getvalue(),))
    store.commit()
END
for name in jpg jpeg; do
  pmtiles-convert "$name.mbtiles" "$name.pmtiles" >/dev/null
  echo "$name: tile type $(od -An -tu1 -j99 -N1 "$name.pmtiles" | tr -d ' ')"
done
pmtiles-convert jpg.pmtiles folder >/dev/null
find folder -name '0.*'
[[ "$(od -An -tu1 -j99 -N1 jpg.pmtiles | tr -d ' ')" == 0 ]]
[[ "$(od -An -tu1 -j99 -N1 jpeg.pmtiles | tr -d ' ')" == 3 ]]
[[ -e folder/0/0/0.mvt && "$(od -An -tx1 -N2 folder/0/0/0.mvt)" == " ff d8" ]]
