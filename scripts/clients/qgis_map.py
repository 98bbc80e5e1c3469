"""Draws one view with QGIS: qgis_map.py SOURCE OUTPUT WIDTH HEIGHT SCALE ZOOM LATITUDE LONGITUDE.

The source is one of QGIS's provider of tiles. Zooms are those of tiles of 256.
"""

import math
import sys

from qgis.core import (QgsApplication, QgsCoordinateReferenceSystem, QgsMapRendererSequentialJob,
                       QgsMapSettings, QgsRasterLayer, QgsRectangle)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

HALF = math.pi * 6378137

source, output = sys.argv[1:3]
width, height, scale = map(int, sys.argv[3:6])
zoom, latitude, longitude = map(float, sys.argv[6:9])
application = QgsApplication([], False)
application.initQgis()
layer = QgsRasterLayer(source, "tiles", "wms")
if not layer.isValid():
    sys.exit(f"QGIS does not open {source}: {layer.error().message()}")
metres = 2 * HALF / 256 / 2 ** zoom
x = longitude / 180 * HALF
y = math.asinh(math.tan(math.radians(latitude))) / math.pi * HALF
settings = QgsMapSettings()
settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
settings.setLayers([layer])
settings.setBackgroundColor(QColor("#f1f3f5"))
settings.setOutputSize(QSize(width * scale, height * scale))
settings.setOutputDpi(96 * scale)
settings.setExtent(QgsRectangle(x - width / 2 * metres, y - height / 2 * metres,
                                x + width / 2 * metres, y + height / 2 * metres))
job = QgsMapRendererSequentialJob(settings)
job.start()
job.waitForFinished()
if not job.renderedImage().save(output):
    sys.exit(f"{output} cannot be written")
application.exitQgis()
