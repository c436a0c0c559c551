"""What Scoop and cargo binstall would do with the packed programs of a folder: is it all there?

    check.py FOLDER
"""

import hashlib
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

PROGRAMS = ["gyakusan", "gyakusan-usi"]


def names(archive: Path) -> set[str]:
    """The files in an archive."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            return set(opened.namelist())
    with tarfile.open(archive) as opened:
        return set(opened.getnames())


def scoop(folder: Path) -> None:
    manifest = json.loads((folder / "gyakusan.json").read_text("utf-8"))
    version = manifest["version"]
    fetched = manifest["architecture"]["64bit"]
    archive = folder / fetched["url"].rsplit("/", 1)[1]
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == fetched["hash"]
    there = names(archive)
    for program in manifest["bin"]:
        assert f"{fetched['extract_dir']}/{program}" in there, program
    # The next version is found where this one is.
    later = manifest["autoupdate"]["architecture"]["64bit"]
    for field in ["url", "extract_dir"]:
        assert later[field].replace("$version", version) == fetched[field], field
    print(f"Scoop: {archive.name}")


def binstall(folder: Path) -> None:
    manifest = tomllib.loads(Path("Cargo.toml").read_text("utf-8"))
    version = manifest["workspace"]["package"]["version"]
    assert {program["name"] for program in manifest["bin"]} == set(PROGRAMS)
    metadata = manifest["package"]["metadata"]["binstall"]
    for archive in sorted(folder.glob(f"gyakusan-{version}-*")):
        found = re.fullmatch(rf"gyakusan-{re.escape(version)}-(.*?)\.(tar\.gz|zip)", archive.name)
        if not found or not archive.is_file():
            continue
        target, ending = found.groups()
        windows = "windows" in target
        # What MinGW built stands for what MSVC builds for a release.
        rules = metadata | metadata["overrides"].get(target.replace("-gnu", "-msvc"), {})
        assert rules["pkg-fmt"] == {"tar.gz": "tgz", "zip": "zip"}[ending]

        def filled(text: str, program: str) -> str:
            values = {
                "repo": "REPOSITORY",
                "version": version,
                "target": target,
                "bin": program,
                "binary-ext": ".exe" if windows else "",
            }
            return re.sub(r"\{ ([a-z-]+) \}", lambda field: values[field[1]], text)

        url = f"REPOSITORY/releases/download/v{version}/{archive.name}"
        assert filled(rules["pkg-url"], "") == url
        there = names(archive)
        for program in PROGRAMS:
            assert filled(rules["bin-dir"], program) in there, program
        print(f"cargo binstall: {archive.name}")


scoop(Path(sys.argv[1]))
binstall(Path(sys.argv[1]))
