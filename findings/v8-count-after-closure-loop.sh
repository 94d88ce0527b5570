#!/usr/bin/env bash
# node 18.20.8, 20.20.2, 24.21.0 and 26.10.0 (npm), Linux x64; seen 2026-11-30.
# Guess before: with precise coverage (callCount and detailed) the block after a loop has the count of the function around it.
# Seen: where a closure uses the variable of a `for (let …)` loop, V8 gives what follows the loop the count of the loop's body: a
# function that is called once and whose loop turns 5 times reports 5 for its last statement. Without the closure it reports 1.
# Coverage reports then show lines as run more often than they were, or, where the loop never turned, as never run.
# Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >code.cjs <<'JS'
exports.closed = function closed(made) {
  for (let turn = 0; turn < 5; turn++) made.push(() => turn);
  return "AFTER";
};
exports.plain = function plain(made) {
  for (let turn = 0; turn < 5; turn++) made.push(turn);
  return "AFTER";
};
JS
cat >count.cjs <<'JS'
const { Session } = require("node:inspector");
const { readFileSync } = require("node:fs");
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const code = require("./code.cjs");
for (const run of Object.values(code)) run([]);
session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
  const text = readFileSync("code.cjs", "utf8");
  const { functions } = result.find(({ url }) => url.endsWith("code.cjs"));
  const counts = ["closed", "plain"].map((name) => {
    const { ranges } = functions.find(({ functionName }) => functionName === name);
    const after = text.indexOf('"AFTER"', ranges[0].startOffset);
    return `${name} ${ranges.filter(({ startOffset, endOffset }) => startOffset <= after && after < endOffset).at(-1).count}`;
  });
  console.log(counts.join(", "));
});
JS
for version in 18.20.8 20.20.2 24.21.0 26.10.0; do
  npm install --silent --no-fund --no-audit --prefix "$version" "node@$version"
  seen=$("$version/node_modules/.bin/node" count.cjs)
  echo "$version  $seen"
  [ "$seen" = "closed 5, plain 1" ]
done
