#!/usr/bin/env bash
# austin-python 2.4.0 (PyPI, austin2pprof), Python 3.11, Linux x64; seen 2026-11-28.
# Guess before: austin2pprof, which writes times in microseconds, names them "microseconds", as pprof's own tools do, so that a
# profile of two seconds is shown as 2s.
# Seen: the sample type is "Wall time" and its unit "μs" with the Greek letter mu (U+03BC), while pprof's tools know "us" and the
# micro sign (U+00B5), which looks the same. `go tool pprof` takes it for a unit of its own and shows 2000000μs instead of 2s;
# readers that look for a time find none in the file. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q austin-python==2.4.0 >/dev/null 2>&1
printf '# austin: 3.7.0\n# interval: 1000\n# mode: wall\n\nP7;T0:7;/app/a.py:main:9;/app/a.py:hot:3 1500000\nP7;T0:7;/app/a.py:main:9;/app/a.py:cold:5 500000\n\n# duration: 2000000\n' >two-seconds.austin
venv/bin/austin2pprof two-seconds.austin two-seconds.pprof
venv/bin/python - <<'PY'
import gzip
data = open("two-seconds.pprof", "rb").read()
data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
greek, micro = "\u03bcs".encode(), "\u00b5s".encode()
print("Wall time:", b"Wall time" in data, "Greek mu:", greek in data, "micro sign:", micro in data, "microseconds:", b"microseconds" in data)
raise SystemExit(not (b"Wall time" in data and greek in data and micro not in data and b"microseconds" not in data))
PY
if command -v go >/dev/null; then go tool pprof -top two-seconds.pprof 2>/dev/null | sed -n 2,5p; fi
