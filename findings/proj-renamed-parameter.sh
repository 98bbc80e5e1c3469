#!/usr/bin/env bash
# PROJ drops a projection's parameter whose name it does not know and takes zero: newer text of Swiss maps fails.
#
# Versions: pyproj 3.4.1 (PROJ 9.1.0) reads what pyproj 3.7.2 (PROJ 9.5.1) writes; wheels of both are for Python 3.11.
# Input: EPSG:2056 as WKT2_2019_SIMPLIFIED by 9.5.1, with the names of EPSG v11.022, Azimuth (and Scale factor) at
# projection centre, for those of the initial line of EPSG v10.074; that form has no identifiers of parameters.
# Seen: 9.1.0 reads it without an error, calls its conversion instantiable and has +alpha=0 +k=0 for 90 and 1; only
# the transformation fails, by "Invalid value for k/k_0". One would expect an error at the reading, or a
# warning, that names the parameter. Instead: WKT2_2019, whose parameters 9.1.0 knows by ID["EPSG",8813].
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for version in 3.4.1 3.7.2; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" --quiet --disable-pip-version-check install "pyproj==$version"
done
cd "$work"
3.7.2/bin/python - <<'END'
import pathlib
from pyproj import CRS

for form in "WKT2_2019", "WKT2_2019_SIMPLIFIED":
    text = CRS.from_epsg(2056).to_wkt(form)
    assert 'PARAMETER["Azimuth at projection centre",90' in text
    pathlib.Path(form).write_text(text)
END
3.4.1/bin/python -W ignore - <<'END'
import pathlib
from pyproj import CRS, Transformer

full, simple = (CRS.from_wkt(pathlib.Path(form).read_text()) for form in ("WKT2_2019", "WKT2_2019_SIMPLIFIED"))
east, north = Transformer.from_crs(full.geodetic_crs, full, always_xy=True).transform(8.5, 47.3)
print(f"full text: {east:.3f}, {north:.3f}")
print(f"simplified: {simple.coordinate_operation.is_instantiable=}, {simple.to_proj4()}")
try:
    Transformer.from_crs(simple.geodetic_crs, simple, always_xy=True)
    message = ""
except Exception as error:
    message = str(error)
print(f"transformation: {message}")
assert abs(east - 2680187.805) < 0.001 and abs(north - 1239181.420) < 0.001
assert simple.coordinate_operation.is_instantiable
assert "+alpha=0 " in simple.to_proj4() and "+k=0 " in simple.to_proj4()
assert "Invalid value for k/k_0" in message
END
