#!/usr/bin/env bash
# GDAL turns a GeoTIFF's prime meridian in grads into degrees twice: Paris moves by 18 km, or nearly to Greenwich.
#
# Versions: pyogrio 0.13.0 (GDAL 3.12.4), rasterio 1.4.4 (GDAL 3.10.3); GDAL 3.6.2 reads the same.
# Input: a user-defined system in grads whose PrimeMeridianLongitudeGeoKey (2061) is 2.5969213, Paris. By OGC GeoTIFF
# 1.1, requirement 20.3, it is in the unit of the angles, 2054: 2.33722917 degrees.
# Seen: 2.1035 degrees, which is 0.9 * 0.9 * 2.5969. Of GDAL's own file of a system in grads from Paris, the key is
# 0.0367, degrees times the grad's radians, and read back by the same GDAL as 0.0330 degrees. No error is reported.
# Instead: the meridian by its code (2051 = 8903), which is read well, or a system in degrees.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install \
  pyogrio==0.13.0 rasterio==1.4.4 tifffile==2026.3.3 numpy==2.4.6
cd "$work"
cat >meridian.py <<'END'
import ctypes
import importlib
import pathlib
import re
import sys
import numpy
import tifffile

module = importlib.import_module(sys.argv[1])
libraries = pathlib.Path(module.__file__).parent.parent / f"{sys.argv[1]}.libs"
gdal = ctypes.CDLL(str(next(libraries.glob("libgdal*"))))
pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
for name, result, arguments in (
        ("GDALVersionInfo", text, [text]), ("GDALGetDriverByName", pointer, [text]),
        ("GDALCreate", pointer, [pointer, text, number, number, number, number, pointer]),
        ("GDALSetProjection", number, [pointer, text]), ("GDALGetProjectionRef", text, [pointer]),
        ("GDALOpen", pointer, [text, number]), ("GDALClose", None, [pointer])):
    getattr(gdal, name).restype, getattr(gdal, name).argtypes = result, arguments
gdal.GDALAllRegister()

def meridian(path):
    file = gdal.GDALOpen(path.encode(), 0)
    system = gdal.GDALGetProjectionRef(file).decode()
    gdal.GDALClose(file)
    assert 'UNIT["grad"' in system
    return float(re.search(r'PRIMEM\["[^"]*",([-0-9.e]+)', system)[1])

def write(path, shorts, doubles):
    keys = {1024: 2, 1025: 1, 2048: 32767, 2050: 32767, 2054: 9105, 2056: 32767} | shorts
    entries = [(key, 0, 1, value) for key, value in keys.items()]
    entries += [(key, 34736, 1, index) for index, key in enumerate(doubles)]
    directory = (1, 1, 1, len(entries)) + sum(sorted(entries), ())
    tifffile.imwrite(path, numpy.zeros((1, 1), "uint8"), metadata=None, extratags=[
        (33550, "d", 3, (1.0, 1.0, 0.0), True), (33922, "d", 6, (0.0, 0.0, 0.0, 0.0, 52.0, 0.0), True),
        (34735, "H", len(directory), directory, True), (34736, "d", len(doubles), tuple(doubles.values()), True)])

ellipsoid = {2057: 6378249.2, 2059: 293.466021293627}
write("longitude.tif", {2051: 32767}, ellipsoid | {2061: 2.5969213})
write("code.tif", {2051: 8903}, ellipsoid)
file = gdal.GDALCreate(gdal.GDALGetDriverByName(b"GTiff"), b"own.tif", 1, 1, 1, 1, None)
gdal.GDALSetProjection(
    file, b'GEOGCRS["survey",DATUM["survey",ELLIPSOID["Clarke 1880 (IGN)",6378249.2,293.466021293627]],'
    b'PRIMEM["Paris",2.5969213,ANGLEUNIT["grad",0.015707963267948967]],CS[ellipsoidal,2],AXIS["latitude",north],'
    b'AXIS["longitude",east],ANGLEUNIT["grad",0.015707963267948967]]')
gdal.GDALClose(file)
tags = tifffile.TiffFile("own.tif").pages[0].tags
entries = list(zip(*[iter(tags[34735].value)] * 4))
key = next(tags[34736].value[entry[3]] for entry in entries if entry[0] == 2061)
longitude, code, own = meridian("longitude.tif"), meridian("code.tif"), meridian("own.tif")
print(f"GDAL {gdal.GDALVersionInfo(b'RELEASE_NAME').decode()}: by longitude {longitude:.6f}, by code {code:.6f};"
      f" own file: key {key:.6f}, read as {own:.6f}")
assert abs(code - 2.33722917) < 1e-6
assert abs(longitude - 2.5969213 * 0.9 * 0.9) < 1e-6
assert abs(key - 0.036713) < 1e-6 and abs(own - key * 0.9) < 1e-6
END
venv/bin/python meridian.py pyogrio
venv/bin/python meridian.py rasterio
