// Preloaded: writes the peak memory of the process, in MB, to the file HEATLINE_BENCH_MEMORY.
const { writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.HEATLINE_BENCH_MEMORY, String(process.resourceUsage().maxRSS / 1024)));
