#!/usr/bin/env bash
# PROJ's simplified WKT 2 drops the feet and grads of a projection's parameters; PROJ reads metres and degrees back.
#
# Version: pyproj 3.7.2 (PROJ 9.5.1).
# Input: EPSG:2263, in feet, and EPSG:27572, in grads, written as WKT2_2019_SIMPLIFIED and read by the same PROJ.
# Seen: the text has PARAMETER["Easting at false origin",984250] without its unit. The reader follows OGC 18-010r7, by
# which a parameter without a unit is in metres or degrees: maps are moved by 684 km and by 582 km, without an error.
# One would expect the unit to be left out only where it is the default one. Instead: WKT2_2019, which keeps the units.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pyproj==3.7.2
"$work/venv/bin/python" - <<'END'
import math
from pyproj import CRS, Transformer

def moved(code, form, place):
    given = CRS.from_epsg(code)
    read = CRS.from_wkt(given.to_wkt(form))
    found = [
        Transformer.from_crs(system.geodetic_crs, system, always_xy=True).transform(*place)
        for system in (given, read)]
    return math.dist(*found) * given.axis_info[0].unit_conversion_factor / 1000

for code, place, parameter, expected in (
        (2263, (-74, 40.7), 'PARAMETER["Easting at false origin",984250]', 684.250),
        (27572, (2.5, 47), 'PARAMETER["Latitude of natural origin",52]', 582.434)):
    kept = moved(code, "WKT2_2019", place)
    lost = moved(code, "WKT2_2019_SIMPLIFIED", place)
    print(f"EPSG:{code}: moved by {kept:.3f} km, of the simplified text by {lost:.3f} km")
    assert parameter in CRS.from_epsg(code).to_wkt("WKT2_2019_SIMPLIFIED")
    assert kept == 0 and abs(lost - expected) < 0.001
END
