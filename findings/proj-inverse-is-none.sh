#!/usr/bin/env bash
# PROJ's way back from WGS 84 to a sphere with TOWGS84 does not lead back: 38 metres at 47 degrees.
#
# Version: pyproj 3.7.2 (PROJ 9.5.1); PROJ 9.1.1 for systems whose TOWGS84 it applies.
# Input: degrees on the sphere of Web Mercator with +towgs84=0,0,0, the way in which some programs write such maps.
# Seen: 47 degrees become 47.19156 (geocentric positions are kept), and these, taken back by the inverse of the same
# operation or by one from EPSG:4326, 46.99966, without an error. The pipeline is of two dimensions: the height of
# 8.7 km that the change of ellipsoids makes is dropped on the way there and missing on the way back.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pyproj==3.7.2
"$work/venv/bin/python" - <<'END'
from pyproj import CRS, Geod, Transformer

sphere = CRS.from_proj4("+proj=longlat +a=6378137 +b=6378137 +towgs84=0,0,0 +type=crs")
there = Transformer.from_crs(sphere, 4326, always_xy=True)
found = there.transform(8.5, 47)
back = there.transform(*found, direction="INVERSE")
other = Transformer.from_crs(4326, sphere, always_xy=True).transform(*found)
metres = Geod(ellps="WGS84").inv(8.5, 47, *back)[2]
height = Transformer.from_pipeline(
    "+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=cart +R=6378137"
    " +step +inv +proj=cart +ellps=WGS84").transform(8.5, 47, 0)[2]
print(f"47 -> {found[1]:.5f} -> {back[1]:.5f}: {metres:.1f} m; height dropped {height:.0f} m")
assert abs(found[1] - 47.19156) < 1e-5 and back == other
assert 38 < metres < 39
END
