#!/usr/bin/env bash
# php-excimer 1.0.4-2+b1 with php8.2-cli (Debian 12, apt), Linux x64; seen 2026-11-28.
# Guess before: ExcimerLog::formatCollapsed() writes one folded stack on each line, with the script at the root of all, as
# flamegraph.pl and speedscope expect.
# Seen: only the first line begins with the script. Every further one begins with ";", so that a reader that splits at semicolons
# finds another root, without a name, above the same script: two roots for one program, and which stack is the one that is
# apart depends on the order in which they were first seen. Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get install -y --no-install-recommends php8.2-cli php-excimer=1.0.4-2+b1 >apt.log 2>&1 || { apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends php8.2-cli php-excimer=1.0.4-2+b1 >apt.log 2>&1; }
cat >app.php <<'PHP'
<?php
function burn(float $seconds): int { $x = 7; $end = microtime(true) + $seconds; while (microtime(true) < $end) for ($i = 0; $i < 1000; $i++) $x = ($x * 31 + $i) & 0xffffff; return $x; }
function first(): int { return burn(0.3); }
function second(): int { return burn(0.3); }
function third(): int { return burn(0.3); }
$profiler = new ExcimerProfiler();
$profiler->setPeriod(0.001);
$profiler->setEventType(EXCIMER_REAL);
$profiler->start();
first(); second(); third();
$profiler->stop();
echo $profiler->getLog()->formatCollapsed();
PHP
php8.2 app.php >folded.txt
cat folded.txt
awk 'NR == 1 { bad += /^;/ } NR > 1 { bad += !/^;/ } END { exit !(NR >= 3 && bad == 0) }' folded.txt
awk '{ root = $1; sub(/;.*/, "", root); sum[root] += $NF } END { for (root in sum) print "root \"" root "\":", sum[root], "samples" }' folded.txt
