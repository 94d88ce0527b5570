// A worker works for a while; the main thread waits for it.
const { Worker, isMainThread } = require("node:worker_threads");

function burnInWorker() {
  let sum = 0;
  const end = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

if (isMainThread) new Worker(__filename).on("exit", () => console.log("worker ended"));
else burnInWorker();
