#!/usr/bin/env bash
# artillery 2.0.21 (npm), Node.js 20, Linux x64; seen 2026-11-28.
# Guess before: with ARTILLERY_DISABLE_TELEMETRY=true, its documented switch, `artillery run` connects to the server under load only.
# Seen: it still looks up app.posthog.com at its end, as it does without the switch, and would send it each event without its properties: only
# what it says about the run is left out. Where that host cannot be reached, it tries several times before it ends.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund artillery@2.0.21 >/dev/null 2>&1
cat >server.cjs <<'JS'
const server = require("node:http").createServer((request, response) => response.end("ok"));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
JS
node server.cjs >port.txt &
server=$!
until [ -s port.txt ]; do read -r -t 0.05 <> <(:) || true; done
cat >script.json <<JSON
{
  "config": { "target": "http://127.0.0.1:$(cat port.txt)", "phases": [{ "duration": 1, "arrivalRate": 2 }] },
  "scenarios": [{ "flow": [{ "get": { "url": "/" } }] }]
}
JSON
ARTILLERY_DISABLE_TELEMETRY=true NODE_DEBUG=net node_modules/.bin/artillery run --quiet script.json >run.txt 2>&1
hosts=$(sed -n 's/.*connect: find host \(\S*\).*/\1/p' run.txt | sort | uniq -c)
echo "hosts that artillery looked up with its telemetry disabled:"
echo "${hosts:-none}"
grep -q "app\.posthog\.com" <<<"$hosts"
