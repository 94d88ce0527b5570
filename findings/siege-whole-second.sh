#!/usr/bin/env bash
# siege 4.0.7-1+b1 (Debian 12, apt), Node.js 20, Linux x64; seen 2026-11-28.
# Guess before: `siege -t 1S` loads a server for about a second, whenever it is started.
# Seen: it ends with a full second of the wall clock. Started 0.1 s after one it loads for 0.9 s, started 0.8 s after one for 0.2 s, and says so
# only in elapsed_time. Its rate is right, but a short load may be a fraction of what was asked, and warm-up and measured part differ.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
if [ "$(dpkg-query -W -f '${Version}' siege 2>/dev/null || true)" != 4.0.7-1+b1 ]; then
  apt-get install -y --no-install-recommends siege=4.0.7-1+b1 >/dev/null
fi
cat >server.cjs <<'JS'
const server = require("node:http").createServer((request, response) => response.end("ok"));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
JS
cat >siegerc <<'RC'
json_output = true
verbose = false
color = off
show-logfile = false
protocol = HTTP/1.1
connection = keep-alive
chunked = true
parser = false
RC
node server.cjs >port.txt &
server=$!
until [ -s port.txt ]; do read -r -t 0.05 <> <(:) || true; done
port=$(cat port.txt)
# Starts siege this many milliseconds after a full second.
elapsed() {
  node -e 'setTimeout(() => {}, (2000 + Number(process.argv[1]) - (Date.now() % 1000)) % 1000 + 1)' "$1"
  siege -R siegerc -b -c 2 -t 1S "http://127.0.0.1:$port/" 2>/dev/null | sed -n 's/.*"elapsed_time":[^0-9]*\([0-9.]*\).*/\1/p'
}
early=$(elapsed 100)
late=$(elapsed 800)
echo "siege -t 1S started 0.1 s after a full second: elapsed_time $early s; started 0.8 s after one: $late s"
node -e 'const [early, late] = process.argv.slice(1).map(Number); process.exit(early > 0.6 && late < 0.5 ? 0 : 1)' "$early" "$late"
