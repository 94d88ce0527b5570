#!/usr/bin/env bash
# node 20.20.2, 24.21.0 and 26.10.0 (npm), Linux x64; seen 2026-11-30.
# Guess before: V8's sampling heap profiler attributes an allocation to the function in whose source the object is made, also
# in optimised code, as CPU profiles do for functions that were inlined.
# Seen: what an inlined function allocates counts for the function that it was inlined into. A small function that makes nearly all
# objects of a program gets a few percent of the bytes, its caller the rest; with --no-turbo-inlining it gets nearly all. The hotter
# a small allocating function is, the less a heap profile shows it. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >profile.cjs <<'JS'
const { Session } = require("node:inspector");
const session = new Session();
session.connect();
let kept;
function make(index) {
  return { first: index, second: index + 1, third: [index, index, index, index] };
}
function caller(turns) {
  for (let turn = 0; turn < turns; turn++) kept = make(turn);
}
for (let warm = 0; warm < 200; warm++) caller(10_000);
const both = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
session.post("HeapProfiler.startSampling", { samplingInterval: 16_384, ...both });
for (let round = 0; round < 100; round++) caller(10_000);
session.post("HeapProfiler.stopSampling", (_error, { profile }) => {
  const bytes = { make: 0, caller: 0 };
  const walk = ({ callFrame, selfSize, children }) => {
    if (callFrame.functionName in bytes) bytes[callFrame.functionName] += selfSize;
    children.forEach(walk);
  };
  walk(profile.head);
  const share = bytes.make / (bytes.make + bytes.caller);
  console.log(share > 0.9 ? "make" : share < 0.1 ? "caller" : `between: ${share}`);
});
JS
for version in 20.20.2 24.21.0 26.10.0; do
  npm install --silent --no-fund --no-audit --prefix "$version" "node@$version"
  node=$version/node_modules/.bin/node
  inlined=$("$node" profile.cjs)
  apart=$("$node" --no-turbo-inlining --no-maglev-inlining profile.cjs 2>/dev/null || "$node" --no-turbo-inlining profile.cjs)
  echo "$version  credited to $inlined; without inlining to $apart"
  [ "$inlined/$apart" = "caller/make" ]
done
