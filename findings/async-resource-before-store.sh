#!/usr/bin/env bash
# node 20.20.2, 24.21.0 and 26.10.0 (npm), Linux x64; seen 2026-11-29.
# Guess before: a `before` hook of async_hooks reads from AsyncLocalStorage the store of the resource whose callback begins, also
# where stores travel in V8's continuation data (AsyncContextFrame, from Node 24 on), as a callback of a pool reads it.
# Seen: AsyncResource.runInAsyncScope calls `before` hooks first and exchanges the frame after that. On 24 and 26 the hook reads
# the store of whoever calls runInAsyncScope, the callback itself that of the resource; on 20 both read the resource's. What counts
# work by request in such a hook gives the work of a pool's callback to the request that happens to run it. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >pool.cjs <<'JS'
const { AsyncLocalStorage, AsyncResource, createHook } = require("node:async_hooks");
const storage = new AsyncLocalStorage();
let inHook = "none";
createHook({ before: () => (inHook = storage.getStore()) }).enable();
const job = storage.run("asked", () => new AsyncResource("job"));
storage.run("runs", () => job.runInAsyncScope(() => console.log(`hook: ${inHook}, callback: ${storage.getStore()}`)));
JS
for version in 20.20.2 24.21.0 26.10.0; do
  npm install --silent --no-fund --no-audit --prefix "$version" "node@$version"
  seen=$("$version/node_modules/.bin/node" pool.cjs)
  echo "$version  $seen"
  expected="hook: runs, callback: asked"
  if [ "$version" = 20.20.2 ]; then expected="hook: asked, callback: asked"; fi
  [ "$seen" = "$expected" ]
done
