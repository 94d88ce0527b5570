#!/usr/bin/env bash
# autocannon 9.0.0 (npm), Node.js 20, Linux x64; seen 2026-11-29.
# Guess before: `--overallRate 100` sends a request every 10 ms, and its latencies are those of the answers, corrected for what was not sent while
# one was late.
# Seen: each connection sends its share of a second one request after the other and rests until the second is over: half of the requests come
# within a millisecond of the one before, and latencies are those of a burst. The correction takes 1 / rate, which is in seconds, for
# milliseconds and rounds it up to 1: an answer of 500 ms is counted as 500 answers of 1 to 500 ms, so that most latencies were never measured.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts autocannon@9.0.0 >/dev/null
cat >server.cjs <<'JS'
const seen = [];
const server = require("node:http").createServer((request, response) => {
  if (request.url === "/seen") return response.end(JSON.stringify(seen));
  seen.push(performance.now());
  // One answer takes half a second.
  setTimeout(() => response.end("ok"), seen.length === 50 ? 500 : 0);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
JS
node server.cjs >port.txt &
server=$!
until [ -s port.txt ]; do read -r -t 0.05 <> <(:) || true; done
url="http://127.0.0.1:$(cat port.txt)"
npx autocannon -c 10 -d 4 --overallRate 100 --json "$url/" >report.json 2>/dev/null
node -e '
  const report = JSON.parse(require("node:fs").readFileSync("report.json", "utf8"));
  fetch(process.argv[1] + "/seen").then((response) => response.json()).then((seen) => {
    const gaps = seen.slice(1).map((time, index) => time - seen[index]).sort((one, other) => one - other);
    const gap = gaps[gaps.length >> 1];
    const answers = report["2xx"];
    const { totalCount } = report.latency;
    console.log(`median time between two requests: ${gap.toFixed(2)} ms; ${answers} answers, ${totalCount} latencies`);
    process.exit(gap < 5 && totalCount > answers + 300 ? 0 : 1);
  });
' "$url"
