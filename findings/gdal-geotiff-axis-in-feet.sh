#!/usr/bin/env bash
# GDAL reads the axis of a GeoTIFF's ellipsoid as metres whatever its unit: an Earth 3.28 times too large.
#
# Version: rasterio 1.4.4 (GDAL 3.10.3); GDAL 3.6.2 and 3.12.4 read the same.
# Input: a map in Transverse Mercator whose ellipsoid is user-defined, GeogLinearUnitsGeoKey (2052) foot, axis (2057)
# 20925646.3254593. By OGC GeoTIFF 1.1, EllipsoidSemiMajorAxisGeoKey is in the unit of key 2052: 6378137 metres.
# Seen: an axis of 20925646.3 metres, by the code of the foot and by its size (2053) alike. The file opens without an
# error; its conversion to EPSG:4326, which with metres gives 45.153 degrees, is refused, as of another planet.
# Instead: write the axis in metres, without key 2052 or with 9001.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.4 tifffile==2026.3.3 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'END'
import numpy
import rasterio
import tifffile
from rasterio.crs import CRS
from rasterio.warp import transform

def read(shorts, doubles):
    keys = {1024: 1, 1025: 1, 2048: 32767, 2050: 32767, 2056: 32767, 3072: 32767, 3074: 32767, 3075: 1, 3076: 9001}
    numbers = doubles | {2059: 298.257223563, 3080: 9.0, 3081: 0.0, 3082: 500000.0, 3083: 0.0, 3092: 0.9996}
    entries = [(key, 0, 1, value) for key, value in (keys | shorts).items()]
    entries += [(key, 34736, 1, index) for index, key in enumerate(numbers)]
    directory = (1, 1, 1, len(entries)) + sum(sorted(entries), ())
    tifffile.imwrite("map.tif", numpy.zeros((1, 1), "uint8"), metadata=None, extratags=[
        (33550, "d", 3, (10.0, 10.0, 0.0), True), (33922, "d", 6, (0.0, 0.0, 0.0, 5e5, 5e6, 0.0), True),
        (34735, "H", len(directory), directory, True), (34736, "d", len(numbers), tuple(numbers.values()), True)])
    system = rasterio.open("map.tif").crs
    axis = float(system.to_wkt().split("SPHEROID[")[1].split(",")[1])
    try:
        return axis, transform(system, CRS.from_epsg(4326), [5e5], [5e6])[1][0]
    except Exception as error:
        return axis, str(error).split(" from ")[0]

metres = read({2052: 9001}, {2057: 6378137.0})
by_code = read({2052: 9002}, {2057: 6378137 / 0.3048})
by_size = read({2052: 32767}, {2053: 0.3048, 2057: 6378137 / 0.3048})
for name, (axis, latitude) in ("metres", metres), ("feet by code", by_code), ("feet by size", by_size):
    print(f"{name}: axis {axis:.1f} m, latitude {latitude}")
assert metres[0] == 6378137 and abs(metres[1] - 45.153) < 0.001
assert abs(by_code[0] - 20925646.325) < 0.01 and by_code[1] == "Cannot find coordinate operations"
assert by_size == by_code
END
