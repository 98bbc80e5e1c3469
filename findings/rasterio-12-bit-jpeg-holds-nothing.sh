#!/usr/bin/env bash
# rasterio writes a 12-bit JPEG GeoTIFF of no samples, and closes it without an error.
#
# Version: rasterio 1.4.4 (GDAL 3.10.3), the wheel for Linux.
# Input: 64 x 64 samples of uint16 with nbits=12 and compress="jpeg", a form that GDAL's GTiff driver documents.
# Seen: write() and the end of the with block raise nothing; the file has 146 bytes and reads as zeros. The libtiff
# of the wheel is built without 12-bit JPEG, whose failure shows only when blocks are flushed. 8-bit JPEG and
# 12 bits with deflate hold what was written.
# Instead: open the file again and compare, or compress 12 bits with deflate or ZSTD.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.4 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'END'
import os
import warnings

import numpy
import rasterio

warnings.simplefilter("ignore")
ramp = numpy.tile(numpy.arange(64) * 4, (1, 64, 1))
for bits, compression in ((8, "jpeg"), (12, "deflate"), (12, "jpeg")):
    kind = "uint8" if bits == 8 else "uint16"
    samples = (ramp << (bits - 8)).astype(kind)
    options = {} if bits == 8 else {"nbits": bits}
    with rasterio.open("scan.tif", "w", driver="GTiff", width=64, height=64, count=1, dtype=kind,
                       compress=compression, **options) as file:
        file.write(samples)
    with rasterio.open("scan.tif") as file:
        largest = int(file.read().max())
    print(f"{bits} bits, {compression}: {os.path.getsize('scan.tif')} bytes, largest sample {largest} of {samples.max()}")
    if (bits, compression) == (12, "jpeg"):
        assert largest == 0 and os.path.getsize("scan.tif") < 200
    else:
        assert abs(largest - int(samples.max())) < 8
END
