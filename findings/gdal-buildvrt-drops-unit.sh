#!/usr/bin/env bash
# gdalbuildvrt drops the unit of the heights that it puts together, and keeps their scale and offset.
#
# Versions: pyogrio 0.13.0 (GDAL 3.12.4), rasterio 1.4.4 (GDAL 3.10.3); gdalbuildvrt of GDAL 3.6.2 does the same.
# Input: a GeoTIFF of heights in feet, its band with unit ft, scale 0.5 and offset 100.
# Seen: the mosaic by GDALBuildVRT, the function of that program, has the scale and offset and no unit, and nothing is
# said of it; programs that take heights without a unit for metres then show them 3.28 times too high. The copy by the
# VRT driver, as gdal_translate makes it, has all three. Instead: write <UnitType> into the mosaic's bands.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pyogrio==0.13.0 rasterio==1.4.4 numpy==2.4.6
cd "$work"
cat >mosaic.py <<'END'
import ctypes
import importlib
import pathlib
import sys
import xml.etree.ElementTree as xml

module = importlib.import_module(sys.argv[1])
libraries = pathlib.Path(module.__file__).parent.parent / f"{sys.argv[1]}.libs"
gdal = ctypes.CDLL(str(next(libraries.glob("libgdal*"))))
pointer, text, number, real = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_double
for name, result, arguments in (
        ("GDALVersionInfo", text, [text]), ("GDALGetDriverByName", pointer, [text]),
        ("GDALCreate", pointer, [pointer, text, number, number, number, number, pointer]),
        ("GDALSetGeoTransform", number, [pointer, ctypes.POINTER(real)]),
        ("GDALGetRasterBand", pointer, [pointer, number]), ("GDALSetRasterUnitType", number, [pointer, text]),
        ("GDALSetRasterScale", number, [pointer, real]), ("GDALSetRasterOffset", number, [pointer, real]),
        ("GDALOpen", pointer, [text, number]), ("GDALClose", None, [pointer]),
        ("GDALCreateCopy", pointer, [pointer, text, pointer, number, pointer, pointer, pointer]),
        ("GDALBuildVRT", pointer, [text, number, pointer, ctypes.POINTER(text), pointer, pointer])):
    getattr(gdal, name).restype, getattr(gdal, name).argtypes = result, arguments
gdal.GDALAllRegister()

heights = gdal.GDALCreate(gdal.GDALGetDriverByName(b"GTiff"), b"heights.tif", 4, 4, 1, 3, None)
gdal.GDALSetGeoTransform(heights, (real * 6)(8, 0.25, 0, 47, 0, -0.25))
band = gdal.GDALGetRasterBand(heights, 1)
gdal.GDALSetRasterUnitType(band, b"ft")
gdal.GDALSetRasterScale(band, 0.5)
gdal.GDALSetRasterOffset(band, 100)
gdal.GDALClose(heights)

heights = gdal.GDALOpen(b"heights.tif", 0)
gdal.GDALClose(gdal.GDALCreateCopy(gdal.GDALGetDriverByName(b"VRT"), b"copy.vrt", heights, 0, None, None, None))
gdal.GDALClose(heights)
gdal.GDALClose(gdal.GDALBuildVRT(b"mosaic.vrt", 1, None, (text * 2)(b"heights.tif", None), None, None))
copy, mosaic = (
    [xml.parse(f"{name}.vrt").findtext(f"VRTRasterBand/{item}") for item in ("UnitType", "Scale", "Offset")]
    for name in ("copy", "mosaic"))
print(f"GDAL {gdal.GDALVersionInfo(b'RELEASE_NAME').decode()}: unit, scale, offset of the copy {copy}, mosaic {mosaic}")
assert copy == ["ft", "0.5", "100"] and mosaic == [None, "0.5", "100"]
END
venv/bin/python mosaic.py pyogrio
venv/bin/python mosaic.py rasterio
