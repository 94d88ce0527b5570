// Preloaded: writes the CPU time of the process, user and system, in ms, to the file HEATLINE_BENCH_CPU.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.HEATLINE_BENCH_CPU, String((user + system) / 1000));
});
