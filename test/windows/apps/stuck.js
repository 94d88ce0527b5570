// Exits, but cannot end: its worker waits for data in a pipe that nobody writes to, and a process waits for its workers.
const { openSync, readSync } = require("node:fs");
const net = require("node:net");
const { isMainThread, Worker, workerData } = require("node:worker_threads");

function burn() {
  let sum = 0;
  const end = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

if (isMainThread) {
  burn();
  const pipe = `\\\\.\\pipe\\stuck-${process.pid}`;
  net.createServer(() => process.exit()).listen(pipe, () => new Worker(__filename, { workerData: pipe }));
} else readSync(openSync(workerData, "r"), Buffer.alloc(1));
