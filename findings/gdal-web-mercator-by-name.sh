#!/usr/bin/env bash
# GDAL takes a projected system for EPSG:3857 by its Esri name, and drops the central meridian that it states.
#
# Versions: pyogrio 0.13.0 (GDAL 3.12.4), rasterio 1.4.4 (GDAL 3.10.3), pyproj 3.7.2 (PROJ 9.5.1).
# Input: the .prj that ArcGIS writes for a map of the Pacific, Mercator_Auxiliary_Sphere with Central_Meridian 150.
# Seen: both report EPSG:3857, with central meridian 0. Their point 1000000, -3000000 is at 8.983 E, and by PROJ, which
# reads the same text, at 158.983 E: 15,007 km apart. Nothing is said of it.
# Of GDAL 3.6.2, gdalsrsinfo keeps the 150 degrees.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install \
  pyogrio==0.13.0 rasterio==1.4.4 pyproj==3.7.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'END'
import struct
import numpy
import pyogrio.raw
from pyproj import CRS, Transformer
from rasterio.crs import CRS as RasterCRS
from rasterio.warp import transform

pacific = (
    'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",'
    'SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],'
    'UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],'
    'PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",150.0],'
    'PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]')

pyogrio.raw.write(
    "islands.shp", geometry=numpy.array([struct.pack("<BIdd", 1, 1, 1e6, -3e6)], dtype=object),
    field_data=[numpy.array([1])], fields=["id"], geometry_type="Point", crs="EPSG:3857")
open("islands.prj", "w").write(pacific)

vector = pyogrio.read_info("islands.shp")["crs"]
raster = RasterCRS.from_wkt(pacific)
by_raster = transform(raster, RasterCRS.from_epsg(4326), [1e6], [-3e6])[0][0]
by_proj = Transformer.from_crs(CRS.from_wkt(pacific), 4326, always_xy=True).transform(1e6, -3e6)[0]
print(f"pyogrio: {vector}; rasterio: {raster.to_string()}; east by rasterio {by_raster:.3f}, by PROJ {by_proj:.3f}")
assert vector == "EPSG:3857" and raster.to_epsg() == 3857
assert CRS.from_wkt(pacific).to_epsg() is None
assert abs(by_raster - 8.983) < 0.001 and abs(by_proj - 158.983) < 0.001
END
