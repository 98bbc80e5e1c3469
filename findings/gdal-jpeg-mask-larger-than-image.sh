#!/usr/bin/env bash
# GDAL writes the mask of an image into a JPEG file and does not read it again where it takes more bytes than the image.
#
# Versions: rasterio 1.4.3 (GDAL 3.9.3), rasterio 1.5.2 (GDAL 3.12.2); GDAL 3.6.2 does the same.
# Input: a GeoTIFF of 64 x 64 pixels of one grey, as of paper, with a mask of single pixels, and one of noise.
# Seen: both are copied to JPEG with the mask behind the image (INTERNAL_MASK=YES is the default): the last four bytes
# of both files are the offset of the mask, the two bytes before it are the end marker of JPEG, and zlib's inflater
# gives the 512 bytes of the mask. The mask of the noise is read again. The flat image has none: its mask flags say that
# all is valid, and what was hidden is shown, without a word. The driver takes an offset in the first half of a file for
# no offset. Instead: write a FILE.msk (INTERNAL_MASK=NO), or a format with alpha.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install rasterio==1.4.3 numpy==2.2.6
cd "$work"
cat >mask.py <<'END'
import warnings
import zlib

import numpy
import rasterio
import rasterio.shutil

warnings.simplefilter("ignore")
side = 64
random = numpy.random.default_rng(1)
mask = (random.integers(0, 2, (side, side)) * 255).astype("uint8")
images = {"flat": numpy.full((1, side, side), 90, "uint8"),
          "noise": random.integers(0, 255, (1, side, side)).astype("uint8")}
for name, image in images.items():
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        with rasterio.open("image.tif", "w", driver="GTiff", width=side, height=side, count=1, dtype="uint8") as file:
            file.write(image)
            file.write_mask(mask)
    rasterio.shutil.copy("image.tif", "image.jpg", driver="JPEG")
    data = open("image.jpg", "rb").read()
    start = int.from_bytes(data[-4:], "little")
    bits = numpy.unpackbits(numpy.frombuffer(zlib.decompress(data[start:-4]), "uint8"), bitorder="little")
    is_written = data[start - 2:start] == b"\xff\xd9" and numpy.array_equal(bits.reshape(side, side), mask // 255)
    with rasterio.open("image.jpg") as file:
        is_read = numpy.array_equal(file.dataset_mask(), mask)
        flags = [flag.name for flag in file.mask_flag_enums[0]]
    print(f"{name}: {start} of {len(data)} bytes are the image; mask written: {is_written}, read: {is_read}, {flags}")
END
"$work/venv/bin/python" -c "import rasterio; print('rasterio', rasterio.__version__, 'GDAL', rasterio.__gdal_version__)"
"$work/venv/bin/python" mask.py | tee seen
grep -q "^flat: .* mask written: True, read: False, \['all_valid'\]" seen
grep -q "^noise: .* mask written: True, read: True, \['per_dataset'\]" seen
echo "as described"
