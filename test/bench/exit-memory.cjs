// Preloaded: leaves the most memory that the process ever held, in MB, in the file HEATLINE_BENCH_MEMORY.
const { writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.HEATLINE_BENCH_MEMORY, String(process.resourceUsage().maxRSS / 1024)));
