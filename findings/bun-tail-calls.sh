#!/usr/bin/env bash
# bun 1.4.5 (npm: @oven/bun-linux-x64 1.4.5), Node.js 20.20.2, Linux x64; seen 2026-11-28.
# Guess before: a function that ends in `return burn()` is missing from Bun's profile of a module, and is there if it keeps the result in a
# variable first, in CommonJS, and in Node.js.
# Seen: wrong in one place. With a variable it is missing as well: Bun's transpiler makes `return burn()` of both when it loads the file.
# Only work after the call (`return sum + 1`) keeps it. JavaScriptCore reuses the frame for tail calls in strict code, as ECMAScript 2015 asks,
# so all of its time is its caller's; V8 never does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > init.txt
npm install --silent --no-audit --no-fund --ignore-scripts @oven/bun-linux-x64@1.4.5 > install.txt
cat > app.mjs <<'END'
function burn(ms) {
  const end = performance.now() + ms;
  let sum = 0;
  while (performance.now() < end) for (let i = 0; i < 1000; i++) sum += Math.sqrt(i) % 7;
  return sum;
}
function direct() { return burn(200); }
function held() { const sum = burn(200); return sum; }
function added() { const sum = burn(200); return sum + 1; }
direct();
held();
added();
END
cp app.mjs app.cjs
cat > callers.cjs <<'END'
// Which functions have `burn` below them.
const { nodes } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const byId = new Map(nodes.map((node) => [node.id, node]));
const callers = nodes.filter(({ children = [] }) => children.some((id) => byId.get(id).callFrame.functionName === "burn"));
const names = new Set(callers.map(({ callFrame }) => callFrame.functionName));
console.log(["direct", "held", "added"].map((name) => `${name} ${names.has(name) ? "there" : "missing"}`).join(", "));
END
bun=node_modules/@oven/bun-linux-x64/bin/bun
changed=0
check() { # what, expected, profile
  seen=$(node callers.cjs "$3")
  echo "$1: $seen"
  [ "$seen" = "$2" ] || changed=1
}
for kind in mjs cjs; do
  "$bun" --cpu-prof --cpu-prof-name="bun-$kind.cpuprofile" "app.$kind"
  node --cpu-prof --cpu-prof-name="node-$kind.cpuprofile" "app.$kind"
done
check "Bun, module" "direct missing, held missing, added there" bun-mjs.cpuprofile
check "Bun, CommonJS" "direct there, held there, added there" bun-cjs.cpuprofile
check "Node.js, module" "direct there, held there, added there" node-mjs.cpuprofile
check "Node.js, CommonJS" "direct there, held there, added there" node-cjs.cpuprofile
exit "$changed"
