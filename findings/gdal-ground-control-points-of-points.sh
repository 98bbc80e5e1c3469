#!/usr/bin/env bash
# Ground control points of a GeoTIFF with AREA_OR_POINT=Point come back from GDAL one pixel to the right and below.
#
# Versions: rasterio 1.4.3 (GDAL 3.9.3), rasterio 1.5.2 (GDAL 3.12.2).
# Input: a GeoTIFF of 10 x 10 pixels with a point at each corner, written with AREA_OR_POINT=Area and with Point.
# Seen: of Area the points come back as they were given. Of Point each comes back with 1 added to its row and column:
# half a pixel is added when the tag ModelTiepoint is written, which holds 0.5 for a corner at 0, and another half when
# it is read. By GeoTIFF (OGC 19-008r4, GTRasterTypeGeoKey) 0 is the centre of the first pixel where pixels are points,
# so that -0.5 belongs there, which the reader expects, and which a copy of a file (CreateCopy) writes. A transform
# written with Point comes back as it was. Instead: leave AREA_OR_POINT at Area where there are points.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.3 numpy==2.2.6 tifffile==2025.5.10
cd "$work"
cat >points.py <<'END'
import warnings

import numpy
import rasterio
import rasterio.shutil
import tifffile
from rasterio.control import GroundControlPoint
from rasterio.transform import from_origin

warnings.simplefilter("ignore")
utm = rasterio.crs.CRS.from_epsg(32632)
given = [(0, 0), (0, 10), (10, 0), (10, 10)]


def write(meaning, **place):
    with rasterio.open("image.tif", "w", driver="GTiff", width=10, height=10, count=1, dtype="uint8", **place) as file:
        file.write(numpy.zeros((1, 10, 10), "uint8"))
        file.update_tags(AREA_OR_POINT=meaning)
        if not place:
            points = [GroundControlPoint(row, column, 600000 + column, 5200000 - row) for row, column in given]
            file.gcps = (points, utm)


def places(name):
    with rasterio.open(name) as file:
        return [(point.row, point.col) for point in file.gcps[0]]


for meaning in ("Area", "Point"):
    write(meaning)
    first = tifffile.TiffFile("image.tif").pages[0].tags["ModelTiepointTag"].value[:2]
    off = {(row - r, column - c) for (row, column), (r, c) in zip(places("image.tif"), given)}
    rasterio.shutil.copy("image.tif", "copy.tif", driver="GTiff")
    is_kept = places("copy.tif") == places("image.tif")
    print(f"{meaning}: in the file {first}, off by {sorted(off)} when read; a copy keeps them: {is_kept}")
    place = from_origin(600000, 5200000, 1, 1)
    write(meaning, crs=utm, transform=place)
    with rasterio.open("image.tif") as file:
        print(f"{meaning}: the transform is kept: {file.transform == place}")
END
"$work/venv/bin/python" -c "import rasterio; print('rasterio', rasterio.__version__, 'GDAL', rasterio.__gdal_version__)"
"$work/venv/bin/python" points.py | tee seen
grep -q "^Area: in the file (0.0, 0.0), off by \[(0.0, 0.0)\] .*: True" seen
grep -q "^Point: in the file (0.5, 0.5), off by \[(1.0, 1.0)\] .*: True" seen
[[ "$(grep -c "the transform is kept: True" seen)" == 2 ]]
echo "as described"
