// Preloaded: writes to the file HEATLINE_BENCH_WATCHED, as JSON, when and how long the main thread's event loop was blocked (`at`: the time,
// `ms`: how late a timer fired while the loop was busy), and the peak memory of the process. Linux only: reads
// /proc.
const { readFileSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const period = 5;

if (isMainThread) {
  const blocks = [];
  let last = performance.now();
  let work = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.now();
    const { active } = performance.eventLoopUtilization(work);
    const late = Math.min(now - last - period, active);
    if (late > period) blocks.push({ at: performance.timeOrigin + last, ms: late });
    last = now;
    work = performance.eventLoopUtilization();
  }, period);
  timer.unref();
  process.on("exit", () => {
    const kilobytes = Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
    writeFileSync(process.env.HEATLINE_BENCH_WATCHED, JSON.stringify({ blocks, megabytes: kilobytes / 1024 }));
  });
}
