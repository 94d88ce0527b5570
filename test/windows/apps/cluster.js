// Two workers of a cluster answer on one port, each after some work. Each process also works by itself: the load may leave one of them out.
const cluster = require("node:cluster");
const http = require("node:http");

function burnInCluster() {
  let sum = 0;
  for (let i = 0; i < 20_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

setInterval(burnInCluster, 300);
if (cluster.isPrimary) for (let i = 0; i < 2; i += 1) cluster.fork();
else http.createServer((_request, response) => response.end(String(burnInCluster()))).listen(0, "127.0.0.1");
