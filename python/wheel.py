"""Builds wheels of this package with nothing but Python, the same bytes each time.

    python3 python/wheel.py --out dist
    python3 python/wheel.py --out dist --binary bin/dovetail --system linux/amd64 --notices THIRD_PARTY_NOTICES

The first wheel runs a program that is installed elsewhere. The second carries the program, for one platform, and
installs it beside Python's own scripts, where the package finds it. A wheel is a zip file with three files of
metadata (packaging.python.org, binary distribution format).
"""

import argparse
import base64
import hashlib
import os
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NAME = "dovetail_shuffling"

# What Python calls the systems of Go. The program is linked statically, so that it needs no certain C library.
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def version() -> str:
    text = (HERE / "pyproject.toml").read_text()
    return re.search(r'^version = "(.*)"$', text, re.M).group(1)


def metadata(release: str) -> str:
    return (
        f"Metadata-Version: 2.1\nName: {NAME.replace('_', '-')}\nVersion: {release}\n"
        "Summary: Exact answers about card shuffling, from the program dovetail\nLicense: MIT\n"
        "Requires-Python: >=3.9\nProvides-Extra: pandas\nRequires-Dist: pandas; extra == 'pandas'\n"
        "Provides-Extra: polars\nRequires-Dist: polars; extra == 'polars'\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()
    )


def build(out: pathlib.Path, binary: "pathlib.Path | None" = None, system: str = "", notices: "pathlib.Path | None" = None) -> pathlib.Path:
    release = version()
    info = f"{NAME}-{release}.dist-info"
    files = {f"dovetail/{p.name}": p.read_bytes() for p in (HERE / "dovetail").iterdir() if p.is_file()}
    runs = ""
    if binary is not None:
        runs = f"{NAME}-{release}.data/scripts/dovetail" + binary.suffix
        files[runs] = binary.read_bytes()
        files[f"{info}/THIRD_PARTY_NOTICES"] = notices.read_bytes()
    files[f"{info}/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    platform = PLATFORMS[system] if binary else "any"
    tag = f"py3-none-{platform}"
    files[f"{info}/METADATA"] = metadata(release).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: dovetail\nRoot-Is-Purelib: {str(binary is None).lower()}\n"
        + "".join(f"Tag: py3-none-{one}\n" for one in platform.split("."))
    ).encode()

    def line(name: str) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(files[name])}\n"

    record = f"{info}/RECORD"
    files[record] = ("".join(map(line, sorted(files))) + f"{record},,\n").encode()
    path = out / f"{NAME}-{release}-{tag}.whl"
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name == runs else 0o100644) << 16
            z.writestr(entry, files[name])
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dist"))
    parser.add_argument("--binary", type=pathlib.Path, help="the program, to be carried")
    parser.add_argument("--system", choices=PLATFORMS, help="for which it is")
    parser.add_argument("--notices", type=pathlib.Path, help="the licences of what is linked into it")
    asked = parser.parse_args()
    if len({asked.binary is None, asked.system is None, asked.notices is None}) > 1:
        parser.error("--binary, --system and --notices go together")
    print(os.path.relpath(build(asked.out, asked.binary, asked.system, asked.notices)))
