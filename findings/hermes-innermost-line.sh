#!/usr/bin/env bash
# hermes-engine-cli 0.12.0 (npm), Node.js 20, Linux x64; seen 2026-11-28.
# Guess before: a sample of Hermes' sampling profiler names the line that the innermost function was at, as its frames have
# "line" and "funcLine", and callers are right to the column.
# Seen: the innermost frame's "line" is always its "funcLine". All the time of a function whose two loops are on lines 6 and 10,
# with calls between, stands on line 4, where the function begins, with and without -O. Callers' lines are those of their calls.
# So a reader that draws "line" puts the heat of every leaf on a function's head. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund hermes-engine-cli@0.12.0 >/dev/null 2>&1
hermes=node_modules/hermes-engine-cli/linux64-bin/hermes
chmod +x "$hermes"
cat >app.js <<'JS'
function helper() {
  return 1;
}
function hot(n) {
  var x = helper();
  for (var i = 0; i < n; i++) x = (x * 31 + i) | 0; // line 6

  x += helper();

  for (var j = 0; j < n; j++) x = (x * 31 + j) | 0; // line 10
  return x;
}
var sum = 0;
for (var k = 0; k < 400; k++) sum += hot(60000); // line 14
print(sum);
JS
for level in -O0 -O; do
  "$hermes" "$level" -sample-profiling app.js >out.txt 2>trace.json
  LEVEL=$level node -e '
    const { samples, stackFrames } = JSON.parse(require("fs").readFileSync("trace.json", "utf8"));
    const count = (list) => list.reduce((counts, each) => ({ ...counts, [each]: (counts[each] ?? 0) + 1 }), {});
    const leaves = samples.map(({ sf }) => stackFrames[sf]).filter(({ name }) => name.startsWith("hot("));
    const lines = count(leaves.map(({ line, funcLine }) => `line ${line}, funcLine ${funcLine}`));
    const callers = count(leaves.map(({ parent }) => `line ${stackFrames[parent].line}`));
    console.log(process.env.LEVEL, leaves.length, "of", samples.length, "samples are in hot:", lines, "called at", callers);
    if (leaves.length < 20 || Object.keys(lines).join() !== "line 4, funcLine 4" || Object.keys(callers).join() !== "line 14") process.exit(1);
  '
done
