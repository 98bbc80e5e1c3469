#!/usr/bin/env bash
# poppler draws the whole width of a page whose crop box is wider than its media box, which others cut.
#
# Versions: poppler-utils and libpoppler126 22.12.0-2+deb12u2, from Debian 12, with the system's dependencies;
# pypdfium2 5.15.2, PyMuPDF 2.0.
# Input: pages of 400 x 300 with crop boxes that reach beyond them (ISO 32000-1, 14.11.2.1: such a box is reduced to
# its intersection with the media box).
# Seen: of a box from -100 to 350 poppler takes 0 to 400, and pdfium and MuPDF 0 to 350; of one from -100 to 200 all
# take 0 to 200. An axis along which the box is longer than the page is taken from the page, without a word, so that
# positions in fractions of the page, as of geospatial PDFs, lie elsewhere: here by an eighth of the width.
# Instead: measure by the box that `pdfinfo -box` reports, where poppler draws.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
version=22.12.0-2+deb12u2
apt-get download -qq "poppler-utils=$version" "libpoppler126=$version" 2>apt.log || { cat apt.log; exit 1; }
for package in *.deb; do dpkg -x "$package" root; done
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install pypdfium2==5.15.2 PyMuPDF==2.0
cat >boxes.py <<'END'
import glob
import os
import subprocess

import pymupdf
import pypdfium2

os.environ["LD_LIBRARY_PATH"] = os.path.dirname(glob.glob("root/usr/lib/*/libpoppler.so.126")[0])


def page(crop):
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/CropBox[{crop}]/Resources<<>>>>"]
    text, offsets = "%PDF-1.7\n", []
    for number, contents in enumerate(objects, 1):
        offsets.append(len(text))
        text += f"{number} 0 obj\n{contents}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return (text + f"xref\n0 4\n0000000000 65535 f \n{table}trailer\n<</Size 4/Root 1 0 R>>\n"
            f"startxref\n{len(text)}\n%%EOF\n").encode()


def drawn(contents):
    with open("page.pdf", "wb") as file:
        file.write(contents)
    subprocess.run(
        ["root/usr/bin/pdftocairo", "-png", "-singlefile", "-r", "72", "-cropbox", "page.pdf", "page"], check=True)
    with open("page.png", "rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


for crop, by_poppler, by_others in [
        ("-100 0 200 300", (200, 300), (200, 300)), ("-100 0 350 300", (400, 300), (350, 300)),
        ("50 -20 480 330", (400, 300), (350, 300))]:
    contents = page(crop)
    others = [
        tuple(round(side) for side in pypdfium2.PdfDocument(contents)[0].get_size()),
        tuple(round(side) for side in pymupdf.open(stream=contents, filetype="pdf")[0].rect[2:])]
    found = drawn(contents)
    print(f"crop box {crop}: poppler {found}, pdfium {others[0]}, MuPDF {others[1]}")
    assert found == by_poppler and others == [by_others, by_others]
END
venv/bin/python boxes.py
