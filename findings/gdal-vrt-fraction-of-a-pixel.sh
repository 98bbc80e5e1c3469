#!/usr/bin/env bash
# A VRT whose source begins within a pixel shows whole pixels, up to half of one beside where its rectangles are.
#
# Version: rasterio 1.4.4 (GDAL 3.10.3), the wheel for Linux.
# Input: a ramp of 4 levels a column; VRTs of 16 columns whose SrcRect begins at 10, 10.4 and 10.6, as where a mosaic's
# grid is not that of an image. The sizes of both rectangles are equal, so that nothing is scaled.
# Seen: without an attribute `resampling` all three are exact copies of columns from 10, 10 and 11 on: the samples are
# 0.4 of a pixel east and west of where the rectangles put them, without a warning. With resampling="bilinear" each is
# at its place, to the rounding of a level.
# Instead: state `resampling` for each source, or align images with the grid before they are joined.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.4 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'END'
import warnings

import numpy
import rasterio

warnings.simplefilter("ignore")
ramp = numpy.tile(numpy.arange(64, dtype="uint8") * 4, (1, 16, 1))
with rasterio.open("ramp.tif", "w", driver="GTiff", width=64, height=16, count=1, dtype="uint8") as file:
    file.write(ramp)
for start, whole in ((10, 10), (10.4, 10), (10.6, 11)):
    for attribute in ("", ' resampling="bilinear"'):
        with open("part.vrt", "w") as file:
            file.write(f"""<VRTDataset rasterXSize="16" rasterYSize="16"><VRTRasterBand dataType="Byte" band="1">
<SimpleSource{attribute}><SourceFilename relativeToVRT="1">ramp.tif</SourceFilename><SourceBand>1</SourceBand>
<SrcRect xOff="{start}" yOff="0" xSize="16" ySize="16"/><DstRect xOff="0" yOff="0" xSize="16" ySize="16"/>
</SimpleSource></VRTRasterBand></VRTDataset>""")
        with rasterio.open("part.vrt") as file:
            row = file.read(1)[8].astype(float)
        shift = float(numpy.mean(row[2:-2] / 4 - numpy.arange(2, 14))) - start
        print(f"SrcRect from {start}{attribute or ', no resampling'}: {shift:+.2f} of a pixel beside its place")
        if attribute:
            assert abs(shift) < 0.13
        else:
            assert (row == 4 * (whole + numpy.arange(16))).all() and abs(shift - (whole - start)) < 1e-9
END
