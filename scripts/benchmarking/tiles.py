"""Reads what builders wrote: tiles in folders or MBTiles, their sizes and their pixels."""

import glob, math, os, sqlite3, struct, zlib

HALF = 20037508.342789244


def weigh(out):
    """Zooms, the number of tiles and their bytes, without the file system's own."""
    database = out + ".mbtiles"
    if os.path.exists(database):
        connection = sqlite3.connect(database)
        found = connection.execute("select zoom_level, count(*) from tiles group by 1").fetchall()
        connection.close()
        return {zoom for zoom, _ in found}, sum(n for _, n in found), os.path.getsize(database)
    archive = out + ".pmtiles"
    if os.path.exists(archive):
        with open(archive, "rb") as file:
            header = file.read(127)
        count, = struct.unpack_from("<Q", header, 72)
        return set(range(header[100], header[101] + 1)), count, os.path.getsize(archive)
    paths = glob.glob(out + "/*/*/*.png")
    zooms = {int(path.split(os.sep)[-3]) for path in paths}
    return zooms, len(paths), sum(os.path.getsize(path) for path in paths)


def sample(workload, out, is_sliced, wanted=None):
    """The pixels of the tiles wanted, by address; without a wish, of three of every zoom."""
    tiles = dict(addresses(workload, out, is_sliced))
    if wanted is None:
        wanted = []
        for zoom in sorted({address[0] for address in tiles}):
            there = sorted(address for address in tiles if address[0] == zoom)
            wanted += there[:: max(1, len(there) // 3)][:3]
    return {address: read_png(tiles[address]()) for address in wanted if address in tiles}


def addresses(workload, out, is_sliced):
    """Every tile's zoom, column and row, with what reads its bytes."""
    database = out + ".mbtiles"
    if os.path.exists(database):
        connection = sqlite3.connect(database)
        query = "select zoom_level, tile_column, tile_row from tiles"
        for zoom, column, row in connection.execute(query):
            key = (zoom, column, row)
            yield (zoom, column, 2**zoom - 1 - row), lambda key=key: connection.execute(
                "select tile_data from tiles where (zoom_level, tile_column, tile_row) = (?, ?, ?)",
                key).fetchone()[0]
        return
    for path in glob.glob(f"{out}/*/*/*.png"):
        zoom, column, row = (int(name) for name in path[:-4].split(os.sep)[-3:])
        if is_sliced:
            # A slicer knows no map: its first tile is the one at the plan's own corner, and its
            # folders are rows.
            zoom += workload.zooms[0]
            side = 2 * HALF / 2**zoom
            x0 = math.floor((workload.corner[0] + HALF) / side + 1e-6)
            y0 = math.floor((HALF - workload.corner[1]) / side + 1e-6)
            column, row = row + x0, column + y0
        yield (zoom, column, row), lambda path=path: open(path, "rb").read()


def compare(ours, theirs):
    """The mean difference of two sets of tiles in levels, and the number of tiles in both."""
    common = [address for address in ours if address in theirs]
    if not common:
        return "none shared"
    total = sum(sum(abs(a - b) for a, b in zip(ours[key], theirs[key])) for key in common)
    count = sum(len(ours[key]) for key in common)
    return f"{total / count:.2f} in {len(common)}"


def read_png(data):
    """An 8-bit or smaller PNG as premultiplied RGBA bytes."""
    place, packed, palette, alpha = 8, b"", b"", b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            alpha = body
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    stride = (width * channels * depth + 7) // 8
    step = max(1, channels * depth // 8)
    raw, above, pixels = zlib.decompress(packed), bytearray(stride), bytearray()
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        unfilter(kind, row, above, step)
        above = row
        for x in range(width):
            pixels.extend(colour_at(row, x, colour, depth, palette, alpha))
    return bytes(pixels)


def unfilter(kind, row, above, step):
    for i in range(len(row)) if kind else ():
        a = row[i - step] if i >= step else 0
        b = above[i]
        c = above[i - step] if i >= step else 0
        if kind == 4:
            p = a + b - c
            pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
        else:
            guess = (0, a, b, (a + b) // 2)[kind]
        row[i] = (row[i] + guess) & 255


def colour_at(row, x, colour, depth, palette, alpha):
    """One premultiplied pixel."""
    if colour in (0, 3):
        value = row[x * depth // 8] >> (8 - depth - x * depth % 8) & ((1 << depth) - 1)
        if colour == 3:
            r, g, b = palette[3 * value : 3 * value + 3]
            a = alpha[value] if value < len(alpha) else 255
        else:
            a = 0 if alpha and value == alpha[1] else 255
            r = g = b = value * 255 // ((1 << depth) - 1)
    elif colour == 4:
        r = g = b = row[2 * x]
        a = row[2 * x + 1]
    elif colour == 2:
        r, g, b = row[3 * x : 3 * x + 3]
        a = 0 if alpha and (r, g, b) == (alpha[1], alpha[3], alpha[5]) else 255
    else:
        r, g, b, a = row[4 * x : 4 * x + 4]
    return r * a // 255, g * a // 255, b * a // 255, a
