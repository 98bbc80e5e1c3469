"""Other builders of tiles: which of them are installed, and how each is called.

Run by an interpreter that has pyvips or rasterio, this file is the program that these libraries lack.
"""

import ctypes, glob, importlib.util, os, re, shutil, subprocess, sys

DECODE = "libvips: decode and average"


def find_peers(python, skipped):
    """The commands of what is installed, by name, and the names of what is not.

    A command takes a workload and a folder.
    """
    script = os.path.abspath(__file__)
    peers, missing = {}, []

    def gdal(command):
        def arguments(workload, out):
            # Of a plan on the grid the deepest level is a copy.
            deepest = "nearest" if workload.kind == "a" else "bilinear"
            return command + [
                "raster", "tile", "-j", "2", "-r", deepest, "--overview-resampling", "average",
                "--min-zoom", str(workload.zooms[0]), "--max-zoom", str(workload.zooms[1]),
                "--skip-blank", "--webviewer", "none", workload.path, out]
        return arguments

    def vips(workload, out):
        return ["vips", "dzsave", workload.path, out, "--layout", "google", "--suffix", ".png",
                "--tile-size", "256", "--overlap", "0"]

    def pyvips(workload, out):
        return [python, script, "vips", workload.path, out]

    def decode(workload, out):
        return [python, script, "decode", workload.path]

    def gdal2tiles(workload, out):
        return ["gdal2tiles.py", "-q", "--xyz", "--processes=2", "-w", "none", "-r", "average", "-z",
                f"{workload.zooms[0]}-{workload.zooms[1]}", workload.path, out]

    def found(name, label, command, is_there):
        if not is_there:
            missing.append(label)
        elif name not in skipped:
            peers[f"{name} {version(python, label)}"] = command

    found("vips dzsave", "vips", vips, shutil.which("vips"))
    found("pyvips dzsave", "pyvips", pyvips, has_module(python, "pyvips"))
    if "pyvips" not in missing and "libvips" not in skipped:
        peers[DECODE] = decode
    if shutil.which("gdal"):
        found("gdal raster tile", "gdal", gdal(["gdal"]), True)
    else:
        found("gdal raster tile", "rasterio", gdal([python, script, "gdal"]),
              has_module(python, "rasterio"))
    found("gdal2tiles", "gdal2tiles.py", gdal2tiles, shutil.which("gdal2tiles.py"))
    return peers, missing


def has_module(python, name):
    code = f"import importlib.util as u; raise SystemExit(u.find_spec({name!r}) is None)"
    return subprocess.run([python, "-c", code]).returncode == 0


def version(python, label):
    """The version of what is called, as far as it says one."""
    script = os.path.abspath(__file__)
    command = {"vips": ["vips", "--version"], "gdal": ["gdal", "--version"],
               "gdal2tiles.py": ["gdal2tiles.py", "--version"]}.get(
                   label, [python, script, "version", label])
    answer = subprocess.run(command, capture_output=True, text=True).stdout
    number = re.search(r"\d+(\.\d+)+", answer)
    return number[0] if number else ""


def run_vips(path, out):
    """Slices an image with the library inside pyvips."""
    import pyvips
    image = pyvips.Image.new_from_file(path, access="sequential")
    image.dzsave(out, layout="google", tile_size=256, overlap=0, suffix=".png", depth="onetile")


def decode_with_vips(path):
    """Decodes an image once, from top to bottom, and averages its samples."""
    import pyvips
    pyvips.Image.new_from_file(path, access="sequential").avg()


def load_gdal():
    """The library inside rasterio, which has no program of its own."""
    package = os.path.dirname(importlib.util.find_spec("rasterio").origin)
    os.environ.setdefault("GDAL_DATA", os.path.join(package, "gdal_data"))
    os.environ.setdefault("PROJ_DATA", os.path.join(package, "proj_data"))
    libraries = glob.glob(os.path.join(os.path.dirname(package), "rasterio.libs", "libgdal*"))
    libraries += glob.glob(os.path.join(package, ".dylibs", "libgdal*"))
    gdal = ctypes.CDLL(libraries[0], mode=ctypes.RTLD_GLOBAL)
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    signatures = {
        "GDALVersionInfo": (text, [text]),
        "GDALGetGlobalAlgorithmRegistry": (pointer, []),
        "GDALAlgorithmRegistryInstantiateAlg": (pointer, [pointer, text]),
        "GDALAlgorithmInstantiateSubAlgorithm": (pointer, [pointer, text]),
        "GDALAlgorithmParseCommandLineArguments": (ctypes.c_bool, [pointer, ctypes.POINTER(text)]),
        "GDALAlgorithmRun": (ctypes.c_bool, [pointer, pointer, pointer]),
        "GDALAlgorithmFinalize": (ctypes.c_bool, [pointer]),
    }
    for name, (result, parameters) in signatures.items():
        if hasattr(gdal, name):
            function = getattr(gdal, name)
            function.restype, function.argtypes = result, parameters
    return gdal


def run_gdal(arguments):
    """Runs one of GDAL's commands."""
    gdal = load_gdal()
    if not hasattr(gdal, "GDALAlgorithmRun"):
        sys.exit(f"GDAL {gdal.GDALVersionInfo(b'RELEASE_NAME').decode()} has no raster tile")
    gdal.GDALAllRegister()
    registry = gdal.GDALGetGlobalAlgorithmRegistry()
    command = gdal.GDALAlgorithmRegistryInstantiateAlg(registry, arguments[0].encode())
    command = gdal.GDALAlgorithmInstantiateSubAlgorithm(command, arguments[1].encode())
    if not command:
        sys.exit(f"GDAL {gdal.GDALVersionInfo(b'RELEASE_NAME').decode()} has no raster tile")
    rest = [argument.encode() for argument in arguments[2:]]
    listed = (ctypes.c_char_p * (len(rest) + 1))(*rest, None)
    done = (gdal.GDALAlgorithmParseCommandLineArguments(command, listed)
            and gdal.GDALAlgorithmRun(command, None, None)
            and gdal.GDALAlgorithmFinalize(command))
    sys.exit(0 if done else 1)


def print_version(label):
    if label == "pyvips":
        import pyvips
        print(".".join(str(pyvips.version(part)) for part in range(3)))
    else:
        print(load_gdal().GDALVersionInfo(b"RELEASE_NAME").decode())


if __name__ == "__main__":
    {"vips": run_vips, "decode": decode_with_vips, "gdal": lambda *rest: run_gdal(rest),
     "version": print_version}[sys.argv[1]](*sys.argv[2:])
