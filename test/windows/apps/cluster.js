// Two workers of a cluster answer on one port. All processes also work on their own, in short turns, so that a busy machine still answers.
const cluster = require("node:cluster");
const http = require("node:http");

function burnInCluster() {
  let sum = 0;
  for (let i = 0; i < 4_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

setInterval(burnInCluster, 50);
// The load starts when the first worker listens, so each waits for the other.
if (cluster.isPrimary) {
  let ready = 0;
  cluster.on("message", () => {
    ready += 1;
    if (ready === 2) for (const worker of Object.values(cluster.workers)) worker.send("listen");
  });
  for (let i = 0; i < 2; i += 1) cluster.fork();
} else {
  // Three times: wine's sockets must cost less than the work.
  const answer = (_request, response) => response.end(String([1, 2, 3].map(burnInCluster)));
  process.on("message", () => http.createServer(answer).listen(0, "127.0.0.1"));
  process.send("ready");
}
