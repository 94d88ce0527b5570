#!/usr/bin/env bash
# @platformatic/flame 1.7.0 (npm), Node.js 20 to 24, Linux x64; seen 2026-11-28.
# Guess before: `flame run script.cjs`, which says "Auto-starting CPU and heap profilers..." before the script's first line of
# output, profiles the script from its beginning.
# Seen: a script that works for two seconds while it is loaded is not in its profile at all: the profilers start in a later turn of
# the event loop, so the file has a handful of samples, all of the profiler's own exit, and its report calls these the hotspots of
# "application code". The same work in a timer is about 99 % of the profile. Nothing says so; the exit code is 0.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund @platformatic/flame@1.7.0 pprof-format@2.3.2 >/dev/null 2>&1
work='function work(ms) { const end = Date.now() + ms; let x = 7; while (Date.now() < end) for (let i = 0; i < 100000; i++) x = (x * 31 + i) | 0; return x; }'
mkdir sync later
printf '%s\nwork(2000);\n' "$work" >sync/app.cjs
printf '%s\nsetTimeout(() => work(2000), 500);\n' "$work" >later/app.cjs
share() {
  (cd "$1" && ../node_modules/.bin/flame run app.cjs >log.txt 2>&1)
  node -e '
    const { Profile } = require("pprof-format");
    const file = require("fs").readdirSync(process.argv[1]).find((name) => /^cpu-profile.*\.pb$/.test(name));
    const p = Profile.decode(require("fs").readFileSync(`${process.argv[1]}/${file}`));
    const nameOf = (id) => p.stringTable.strings[Number(p.function.find((f) => f.id === id)?.name ?? 0)];
    const inWork = (s) => s.locationId.some((id) => p.location.find((l) => l.id === id)?.line.some((l) => nameOf(l.functionId) === "work"));
    const sum = (list) => list.reduce((all, { value }) => all + Number(value[0]), 0);
    console.log(sum(p.sample), sum(p.sample.filter(inWork)));
  ' "$1"
}
read -r all worked < <(share sync)
echo "work while the script is loaded: $worked of $all samples are in work"
read -r allLater workedLater < <(share later)
echo "the same work in a timer: $workedLater of $allLater samples are in work"
[ "$worked" -eq 0 ] && [ $((workedLater * 10)) -gt $((allLater * 9)) ]
