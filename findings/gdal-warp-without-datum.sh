#!/usr/bin/env bash
# GDAL's warper ignores the datum of an image outside the areas of its operations; its transformer does not.
#
# Versions: rasterio 1.4.3 (GDAL 3.9.3, PROJ 9.4.1), rasterio 1.5.2 (GDAL 3.12.2); gdalwarp and gdaltransform of GDAL
# 3.6.2 do the same.
# Input: a GeoTIFF in EPSG:31467 (DHDN, German zone 3) at 46.76 N, 57 km south of Germany, with one white pixel of 10 m
# at 3500000, 5180000.
# Seen: `transform` puts the point at 1001762.5, 5902803.3 in EPSG:3857, by the operation for western Germany. The warp
# to EPSG:3857 puts the pixel 172 units from there, 118 m on the ground, as if DHDN were WGS 84: it asks PROJ for
# operations of the image's own area alone, and for that one PROJ has nothing but a ballpark. Nothing is said. An image
# that reaches into Germany is placed right. Instead: give the operation, as with -ct, or take one of the datum
# wherever the image is.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.3 numpy==2.2.6
cd "$work"
cat >warp.py <<'END'
import numpy
import rasterio
from rasterio.transform import from_origin
from rasterio.vrt import WarpedVRT
from rasterio.warp import transform


def distance(northing):
    """Ground metres from where a point is to where the warper puts its pixel."""
    image = numpy.zeros((1, 129, 161), "uint8")
    image[0, 64, 80] = 255
    place = from_origin(3500000 - 805, northing + 645, 10, 10)
    with rasterio.open("image.tif", "w", driver="GTiff", width=161, height=129, count=1, dtype="uint8",
                       crs="EPSG:31467", transform=place) as file:
        file.write(image)
    (x,), (y,) = transform("EPSG:31467", "EPSG:3857", [3500000], [northing])
    _, (latitude,) = transform("EPSG:31467", "EPSG:4326", [3500000], [northing])
    with rasterio.open("image.tif") as file, WarpedVRT(file, crs="EPSG:3857") as warped:
        samples = warped.read(1)
        row, column = numpy.unravel_index(samples.argmax(), samples.shape)
        found = warped.xy(row, column)
    return float(numpy.hypot(found[0] - x, found[1] - y) * numpy.cos(numpy.radians(latitude)))


inside, outside = distance(5300000), distance(5180000)
print(f"rasterio {rasterio.__version__}, GDAL {rasterio.__gdal_version__}: {inside:.0f} m off in Germany, "
      f"{outside:.0f} m south of it")
assert inside < 10 and 100 < outside < 130
END
venv/bin/python warp.py
