#!/usr/bin/env bash
# White paper of a CIE Lab TIFF is cream in GDAL: libtiff takes the white of D50 for that of sRGB.
#
# Versions: rasterio 1.4.4 (GDAL 3.10.3, its own libtiff), tifffile 2026.3.3, Pillow 13.0.0 (Little CMS).
# Input: PhotometricInterpretation 8, 8 bits, L* of 100, 80 and 50.2 with a* and b* of 0, as Photoshop saves a scan.
# By TIFF 6.0, section 23, such samples are neutral.
# Seen: 255,252,222 for white and as much yellow in every grey. GDAL reads the file through TIFFReadRGBA, which
# converts from D50 and does not adapt to the D65 of sRGB. Little CMS gives 254 to 255, 198 and 119.
# Instead: convert to RGB with a colour-managed program first.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.4 tifffile==2026.3.3 numpy==2.4.6 \
  pillow==13.0.0
cd "$work"
"$work/venv/bin/python" - <<'END'
import warnings

import numpy
import rasterio
import tifffile
from PIL import Image, ImageCms

warnings.simplefilter("ignore")
tifffile.imwrite("scan.tif", numpy.array([[[255, 0, 0], [204, 0, 0], [128, 0, 0]]], "uint8"), photometric=8,
                 metadata=None)
with rasterio.open("scan.tif") as file:
    gdal = file.read()[:3, 0].T.tolist()
profiles = ImageCms.createProfile("LAB", 5000), ImageCms.createProfile("sRGB")
transform = ImageCms.buildTransform(*profiles, "LAB", "RGB", renderingIntent=1)
converted = ImageCms.applyTransform(Image.open("scan.tif"), transform)
managed = [list(converted.getpixel((x, 0))) for x in range(3)]
for lightness, one, other in zip((100, 80, 50.2), gdal, managed):
    print(f"L* {lightness}: GDAL {one}, Little CMS {other}")
assert gdal == [[255, 252, 222], [215, 198, 175], [133, 123, 107]]
assert all(max(color) - min(color) <= 1 for color in managed)
assert [color[1] for color in managed] == [255, 198, 119]
END
