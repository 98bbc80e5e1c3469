"""Draws one view with MapLibre Native: native_map.py STYLE OUTPUT WIDTH HEIGHT SCALE ZOOM LATITUDE LONGITUDE.

Needs pymgl and a display. Zooms are those of tiles of 256.
"""

import json
import sys

import pymgl

style, output = sys.argv[1:3]
width, height, scale = map(int, sys.argv[3:6])
zoom, latitude, longitude = map(float, sys.argv[6:9])
with open(style) as file:
    document = json.load(file)
document["layers"].insert(0, {
    "id": "background", "type": "background", "paint": {"background-color": "#f1f3f5"}})
# Its zooms are those of tiles of 512.
with pymgl.Map(json.dumps(document), width, height, scale, longitude, latitude, zoom - 1) as view:
    picture = view.renderPNG()
with open(output, "wb") as file:
    file.write(picture)
