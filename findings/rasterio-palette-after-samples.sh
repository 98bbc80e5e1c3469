#!/usr/bin/env bash
# rasterio's colour map, written after the samples, makes a TIFF that GDAL shows in colours and libtiff in greys.
#
# Versions: rasterio 1.4.4 (GDAL 3.10.3), Pillow 12.0.0, tifffile 2026.1.14, opencv-python-headless 4.12.0.88.
# Input: one band of 8 bits; write(samples), then write_colormap, in the order of rasterio's own example.
# Seen: PhotometricInterpretation stays 1 (black is zero), and a ColorMap stands beside it, which the TIFF 6.0
# specification has for palettes alone (3). GDAL takes the band for a palette; Pillow and OpenCV (libtiff)
# show its numbers as greys. With the map written first it is 3, and all of them show colours.
# Instead: write the colour map before the samples, or let photometric="palette" say so.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.4 numpy==2.2.6 pillow==12.0.0 \
  tifffile==2026.1.14 opencv-python-headless==4.12.0.88
cd "$work"
cat >palette.py <<'END'
import warnings

import cv2
import numpy
import rasterio
import tifffile
from PIL import Image

warnings.simplefilter("ignore")
samples = numpy.arange(256, dtype="uint8").reshape(1, 16, 16)
colors = {index: (index, 255 - index, 0, 255) for index in range(256)}
for order in ("samples first", "colour map first"):
    with rasterio.open("map.tif", "w", driver="GTiff", width=16, height=16, count=1, dtype="uint8") as file:
        if order == "samples first":
            file.write(samples)
        file.write_colormap(1, colors)
        if order != "samples first":
            file.write(samples)
    with tifffile.TiffFile("map.tif") as file:
        tags = file.pages[0].tags
        photometric, has_map = int(tags["PhotometricInterpretation"].value), "ColorMap" in tags
    with rasterio.open("map.tif") as file:
        gdal = file.colorinterp[0].name
    pillow = Image.open("map.tif").mode
    blue, green, red = cv2.imread("map.tif", cv2.IMREAD_COLOR)[2, 3].tolist()
    print(f"{order}: photometric {photometric}, ColorMap {has_map}; GDAL {gdal}, Pillow {pillow},"
          f" OpenCV {(red, green, blue)} for sample 35")
    is_late = order == "samples first"
    assert (photometric, has_map, gdal) == (1 if is_late else 3, True, "palette")
    assert pillow == ("L" if is_late else "P")
    assert (red, green, blue) == ((35, 35, 35) if is_late else (35, 220, 0))
END
venv/bin/python palette.py
