#!/usr/bin/env bash
# PROJ's table of units has a decimetre of 0.01 metres, and its projections one of 0.1.
#
# Version: pyproj 3.7.2 (PROJ 9.5.1); PROJ 9.1.1 has the same table.
# Input: the list of units in PROJ's database, as programs show it or look up the unit of heights, and +units=dm.
# Seen: decimeter, PROJ:DM, short name dm, factor 0.01, a centimetre; coordinates of +units=dm are ten times
# those in metres, and the unit of that system's axes is 0.1 metres.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install pyproj==3.7.2
"$work/venv/bin/python" - <<'END'
from pyproj import CRS, Transformer
from pyproj.database import get_units_map

units = get_units_map(auth_name="PROJ")
listed = units["decimeter"]
system = CRS.from_proj4("+proj=utm +zone=32 +datum=WGS84 +units=dm +type=crs")
easting = [
    Transformer.from_crs(4326, f"+proj=utm +zone=32 +datum=WGS84 +units={unit} +type=crs", always_xy=True)
    .transform(8.5, 47.3)[0] for unit in ("dm", "m")]
print(f"table: {listed.proj_short_name} is {listed.conv_factor} m;"
      f" axis {system.axis_info[0].unit_conversion_factor} m; eastings {easting[0]:.1f} and {easting[1]:.1f}")
assert listed.conv_factor == 0.01
assert system.axis_info[0].unit_conversion_factor == 0.1
assert abs(easting[0] / easting[1] - 10) < 1e-9
END
