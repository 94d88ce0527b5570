#!/usr/bin/env bash
# node 22.23.3 and 26.10.0 (npm package "node"), V8's --prof and --logfile, Linux x64; seen 2026-11-28.
# Guess before: `node --prof --logfile=/dev/null` writes V8's log to nowhere; and where the log cannot be opened, since its folder is
# missing, Node says so or writes none.
# Seen: in both cases the whole log, thousands of lines, goes to the program's stdout, between its own lines, and the exit code is 0.
# V8 accepts a regular file alone, and writes to stdout where it has no file. A worker that starts after the folder was deleted does
# the same, though its process began with a log that could be opened. Of the names tried only `+`, an unnamed temporary file, keeps
# stdout clean. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >app.js <<'JS'
const { isMainThread, Worker } = require("node:worker_threads");
if (!isMainThread) console.log("own line of the worker");
else {
  console.log("own line");
  if (process.argv[2]) require("node:fs").rmSync(process.argv[2], { recursive: true });
  new Worker(__filename);
}
JS
lines() { "$node" --prof "$@" | wc -l; }
bad=0
for version in 22.23.3 26.10.0; do
  npm install --silent --no-save --prefix "node-$version" "node@$version" >/dev/null 2>&1
  node="node-$version/node_modules/node/bin/node"
  mkdir logs
  null=$(lines --no-logfile-per-isolate --logfile=/dev/null app.js)
  missing=$(lines --no-logfile-per-isolate --logfile=missing/v8.log app.js)
  deleted=$(lines --logfile-per-isolate --logfile=logs/v8.log app.js logs)
  unnamed=$(lines --no-logfile-per-isolate --logfile=+ app.js)
  echo "Node $version, lines on stdout (2 are its own): /dev/null $null, missing folder $missing, folder deleted before a worker $deleted, + $unnamed"
  [ "$null" -gt 1000 ] && [ "$missing" -gt 1000 ] && [ "$deleted" -gt 1000 ] && [ "$unnamed" -eq 2 ] || bad=1
done
exit "$bad"
