"""Writes what a run of scripts/benchmark measured into the documents that quote it."""

import datetime, os, platform, re, statistics, subprocess

ARTICLE = "Sources/TilePyramid/TilePyramid.docc/Performance.md"
OWN = "tilepyramid"
NAMES = {"pyvips dzsave": "vips dzsave"}
HEAD = ["wall s", "CPU s", "peak MB", "MB of tiles"]
# Workloads of README, with their descriptions.
TOLD = {"a": "RGBA floor plan, on the grid", "b": "RGBA floor plan, rotated, 8192"}


def write(root, rows, size, runs):
    """Replaces the tables of the article and of README by the medians of rows of one size."""
    commit = git(root, "rev-parse", "--short=10", "HEAD")
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise SystemExit("commit what is changed first, so that the tables can name what was measured")
    found = medians(rows)
    date = datetime.date.today().isoformat()
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    said = (f"Commit `{commit}`, {date}, {system}, {os.cpu_count()} processors, medians of {runs} runs in turn.\n"
            "Tiles of 256 samples in a folder.")
    article = [f"| {size} x {size} | " + " | ".join(HEAD) + " | times ours |", "|---" * 6 + "|"]
    readme = [f"| {size} x {size} pixels to all their tiles | | " + " | ".join(HEAD) + " |", "|---" * 6 + "|"]
    for workload, builders in found.items():
        own = builders[OWN]
        for name, figures in builders.items():
            shown = [text(figures[key]) for key in ("wall", "cpu", "memory", "bytes")]
            label = workload if name == OWN else f"{workload}, `{name}`"
            article.append(f"| {label} | {' | '.join(shown)} | {figures['wall'] / own['wall']:.1f} |")
            if workload in TOLD and not name.startswith("--"):
                told = TOLD[workload] if name == OWN else ""
                called = "`tilepyramid build`" if name == OWN else f"`{name}`"
                readme.append(f"| {told} | {called} | {' | '.join(shown)} |")
    replace(root, ARTICLE, "## Against other builders", said, article)
    replace(root, "README.md", "## Speed", None, readme)


def medians(rows):
    """The medians of each builder by workload; ours with the effort of the default and `fast`, and the others."""
    found = {}
    for row in rows:
        name = row["builder"]
        for long, short in NAMES.items():
            name = name.replace(long, short)
        if name.startswith(OWN + " --threads") or name.startswith(OWN + ",") or "decode" in name:
            continue
        workload = row["workload"].split()[0]
        found.setdefault(workload, {}).setdefault(name.replace(OWN + " --effort", "--effort"), []).append(row)
    return {workload: {name: {key: statistics.median(run[key] for run in runs)
                              for key in ("wall", "cpu", "memory", "bytes")}
                       for name, runs in builders.items()}
            for workload, builders in found.items()}


def text(value):
    """Three digits, of bytes in millions."""
    value = value / 1e6 if value > 1e5 else value
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def replace(root, path, heading, said, table):
    """Replaces the first table below a heading, and the paragraph before it if another is given."""
    path = f"{root}/{path}"
    with open(path) as file:
        before, section = file.read().split(heading + "\n", 1)
    first, last = re.search(r"^\|", section, re.M).start(), re.search(r"^\|.*\n(?!\|)", section, re.M).end()
    start = section[:first]
    if said:
        start = "\n" + said + "\n\n"
    with open(path, "w") as file:
        file.write(before + heading + "\n" + start + "\n".join(table) + "\n" + section[last:])


def git(root, *arguments):
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.strip()
