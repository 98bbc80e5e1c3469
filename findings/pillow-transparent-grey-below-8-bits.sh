#!/usr/bin/env bash
# Pillow, with which MapProxy draws, takes the transparent grey of a small map tile for opaque.
#
# Versions: Pillow 13.0.0, pypng 0.20220715.0, rasterio 1.4.4 (GDAL 3.10.3).
# Input: greys of 2 and 4 bits with tRNS, the form in which optimisers write the tiles of plans with few greys.
# By the PNG specification, tRNS of a grey image is a sample of its own depth.
# Seen: samples are spread to 0...255 while the key stays as it is, so that only a key of 0 is found. With 8 bits
# any key is. pypng, and the mask that GDAL gives, find each.
# Instead: for such readers make 0 the transparent grey, or write a palette with tRNS.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pillow==13.0.0 pypng==0.20220715.0 \
  rasterio==1.4.4 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'END'
import struct
import warnings
import zlib

import png
import rasterio
from PIL import Image

warnings.simplefilter("ignore")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


rows = {2: bytes([0b00011011]), 4: bytes([0x01, 0x23]), 8: bytes([0, 1, 2, 3])}
for depth, row in rows.items():
    for key in range(4):
        with open("tile.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 1, depth, 0, 0, 0, 0)))
            file.write(chunk(b"tRNS", struct.pack(">H", key)) + chunk(b"IDAT", zlib.compress(b"\0" + row)))
            file.write(chunk(b"IEND", b""))
        expected = [0 if sample == key else 255 for sample in range(4)]
        pypng = list(list(png.Reader("tile.png").asRGBA8()[2])[0])[3::4]
        with rasterio.open("tile.png") as tile:
            gdal = tile.read_masks(1)[0].tolist()
        image = Image.open("tile.png").convert("RGBA")
        pillow = [image.getpixel((x, 0))[3] for x in range(4)]
        print(f"{depth} bits, tRNS {key}: pypng {pypng}, GDAL {gdal}, Pillow {pillow}")
        assert pypng == gdal == expected
        assert pillow == (expected if depth == 8 or key == 0 else [255] * 4)
END
