#!/usr/bin/env bash
# tools.profiler:async-profiler 4.6 and tools.profiler:jfr-converter 4.5 (Maven), Java 17, Linux x64; seen 2026-11-28.
# Guess before: `jfrconv --cpu --total -o pprof` ("Accumulate total value (time, bytes, etc.)") writes the CPU time that the recording
# stands for, about two seconds for a program that works for two.
# Seen: its sample type is "cpu", its unit "nanoseconds", and its values are the numbers of samples: a program that used two seconds
# of CPU has a total of some hundred nanoseconds, which `go tool pprof -top` shows as such. Without --total the numbers are the
# same, under the unit "count". period is 0 in both, though the recording has its interval. So a reader that trusts the unit is
# wrong by six orders of magnitude, and one that skips what is shorter than an interval finds nothing.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for artifact in tools.profiler:async-profiler:4.6 tools.profiler:jfr-converter:4.5; do
  mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$artifact" -DoutputDirectory=. >/dev/null
done
npm init -y >/dev/null
npm install --no-audit --no-fund pprof-format@2.3.2 >/dev/null 2>&1
unzip -qo async-profiler-4.6.jar 'linux-x64/*'
cat >Work.java <<'JAVA'
import java.lang.management.ManagementFactory;
public class Work {
  static int sink;
  static void work(int n) { int x = 7; for (int i = 0; i < n; i++) { x = x * 31 + i; x ^= x >>> 3; } sink += x; }
  public static void main(String[] args) {
    var bean = ManagementFactory.getThreadMXBean();
    while (bean.getCurrentThreadCpuTime() < 2_000_000_000L) work(200_000);
    System.out.println(bean.getCurrentThreadCpuTime());
  }
}
JAVA
javac Work.java
java "-agentpath:$dir/linux-x64/libasyncProfiler.so=start,event=itimer,interval=10ms,jfr,file=$dir/work.jfr" Work | tail -1 >cpu.txt
java -jar jfr-converter-4.5.jar --cpu -o pprof work.jfr count.pprof >/dev/null
java -jar jfr-converter-4.5.jar --cpu --total -o pprof work.jfr total.pprof >/dev/null
node -e '
  const { Profile } = require("pprof-format");
  const { readFileSync } = require("fs");
  const read = (file) => {
    const p = Profile.decode(readFileSync(file));
    const [{ type, unit }] = p.sampleType;
    const total = p.sample.reduce((sum, { value }) => sum + Number(value[0]), 0);
    return { type: p.stringTable.strings[Number(type)], unit: p.stringTable.strings[Number(unit)], total, period: Number(p.period) };
  };
  const cpu = Number(readFileSync("cpu.txt", "utf8"));
  const [count, total] = [read("count.pprof"), read("total.pprof")];
  console.log("the thread used", cpu, "ns of CPU time");
  console.log("-o pprof:", count, "--total -o pprof:", total);
  const isSeen = count.unit === "count" && total.unit === "nanoseconds" && total.total === count.total && total.total < cpu / 1e5 && total.period === 0;
  process.exit(isSeen ? 0 : 1);
'
