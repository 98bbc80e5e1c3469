"""The map clients that can be installed: Debian packages, and what pip downloads."""

import glob
import importlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import zipfile

# The project, and the files of its wheel that pages load.
WHEELS = {
    "django-js-lib-leaflet": ("js_lib_leaflet/static/js_lib_leaflet/leaflet-src.esm.js",
                              "js_lib_leaflet/static/js_lib_leaflet/leaflet.css"),
    "maplibre": ("maplibre/srcjs/maplibre-gl.js", "maplibre/srcjs/maplibre-gl.css"),
    "MapProxy": ("mapproxy/service/templates/demo/static/ol.js",
                 "mapproxy/service/templates/demo/static/ol.css"),
}


def debian(package, is_present):
    """Whether what a Debian package holds is there, after installing it where that is possible."""
    if is_present():
        return True
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"installing {package}", file=sys.stderr, flush=True)
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "install", "--yes", "--quiet=2",
               "--no-install-recommends", package]
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for lists in (False, True):
        if lists:
            subprocess.run(["apt-get", "update", "--quiet=2"], env=environment, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(command, env=environment, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if is_present():
            return True
    return False


def pip(*arguments):
    """Whether pip did what it was asked for."""
    return subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments],
        stdout=sys.stderr, check=False).returncode == 0


def modules(cache, *projects):
    """Makes modules that pip installs importable from the cache; whether all are there."""
    folder = os.path.join(cache, "python")
    missing = [p for p in projects
               if not glob.glob(os.path.join(folder, p.replace("-", "_") + "-*.dist-info"))]
    if missing:
        print(f"installing {', '.join(missing)}", file=sys.stderr, flush=True)
        if not pip("install", "--root-user-action=ignore", "--upgrade", "--target", folder, *missing):
            return False
    if folder not in sys.path:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()
    return True


def version(project):
    """The version of an installed module."""
    return importlib.metadata.version(project)


def scripts(cache, project):
    """Copies the scripts of a wheel into the cache; the version of the wheel, or None."""
    names = WHEELS[project]
    folder = os.path.join(cache, "libraries")
    wheels = os.path.join(cache, "wheels")
    pattern = os.path.join(wheels, f"{project.lower().replace('-', '_')}-*.whl")
    if not glob.glob(pattern) and not pip("download", "--no-deps", "--dest", wheels, project):
        return None
    found = sorted(glob.glob(pattern))
    if not found:
        return None
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(found[-1]) as wheel:
        for name in names:
            with open(os.path.join(folder, os.path.basename(name)), "wb") as file:
                file.write(wheel.read(name))
    return os.path.basename(found[-1]).split("-")[1]


def chromium():
    """The path of a Chromium, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome-headless-shell")
    find = lambda: next(filter(None, map(shutil.which, names)), None)
    return find() if debian("chromium", lambda: find() is not None) else None


def xvfb():
    """Whether Xvfb is there."""
    return debian("xvfb", lambda: shutil.which("Xvfb") is not None)


def qgis(may_install):
    """The Python with QGIS's module and the version of QGIS, or None."""
    def ask():
        return subprocess.run(
            ["/usr/bin/python3", "-c", "from qgis.core import Qgis; print(Qgis.QGIS_VERSION)"],
            capture_output=True, text=True, check=False)
    present = lambda: os.path.exists("/usr/bin/python3") and ask().returncode == 0
    if present() or (may_install and debian("python3-qgis", present)):
        return "/usr/bin/python3", ask().stdout.strip().split("-")[0]
    return None
