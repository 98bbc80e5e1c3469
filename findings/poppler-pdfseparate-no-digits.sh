#!/usr/bin/env bash
# pdfseparate of poppler writes bytes that are no digits into numbers above 900,719, as eastings and northings are.
#
# Version: poppler-utils and libpoppler126 22.12.0-2+deb12u2, from Debian 12; their dependencies are the system's.
# Input: a page whose LGIDict (OGC 08-139r3, geospatial PDF) has a Registration of four points in UTM, as numbers.
# Seen: 102 of 200 drawn northings of nine decimals end in such a byte, "(", with which all up to the next parenthesis
# becomes a string, or "/", which begins a name; the program ends with 0. Numbers are taken times 10^10, which above
# 2^53 is not exact, so that the last digit comes out as -8 or -1.
# Instead: numbers as strings in the LGIDict, which GDAL writes.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
version=22.12.0-2+deb12u2
apt-get download -qq "poppler-utils=$version" "libpoppler126=$version" 2>apt.log || { cat apt.log; exit 1; }
for package in *.deb; do dpkg -x "$package" root; done
cat >page.py <<'END'
import random
import re
import subprocess

random.seed(1)
northings = [round(random.uniform(5e6, 6e6), 9) for _ in range(200)]
points = [f"[0 {index} 500000 {north!r}]" for index, north in enumerate(northings)]
objects = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Resources<<>>/LGIDict<</Type/LGIDict"
    f"/Registration[{' '.join(points)}]/Projection<</ProjectionType(UT)/Zone 32/Hemisphere(N)/Datum(WGE)>>>>>>"]
text, offsets = "%PDF-1.7\n", []
for number, contents in enumerate(objects, 1):
    offsets.append(len(text))
    text += f"{number} 0 obj\n{contents}\nendobj\n"
table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
text += f"xref\n0 4\n0000000000 65535 f \n{table}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n"
open("map.pdf", "w").write(text)
subprocess.run(["root/usr/bin/pdfseparate", "map.pdf", "page.pdf"], check=True)
written = open("page.pdf", "rb").read().decode("latin-1")
found = re.findall(r"500000 (\S+) ?\]", written.split("/Registration")[1].split("/Projection")[0])
pairs = list(zip(northings, found, strict=True))
broken = [f"{north!r} as {text}" for north, text in pairs if not re.fullmatch(r"\d+(\.\d+)?", text)]
print(f"{len(broken)} of {len(pairs)} are no numbers: {broken[0]}, {broken[1]}, ...")
assert len(broken) == 102 and broken[0].endswith("/") and broken[1].endswith("(")
END
LD_LIBRARY_PATH="$(echo root/usr/lib/*-linux-gnu)" python3 page.py
