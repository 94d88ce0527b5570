// Opens the pipe that V8 writes its log to, writes what does not belong there, and works on.
const { readFileSync } = require("node:fs");
const net = require("node:net");
const path = require("node:path");

const folder = path.dirname(/--require "?([^" ]+)/.exec(process.env.NODE_OPTIONS)[1].replaceAll("\\\\", "\\"));
const { nodeArgs } = JSON.parse(readFileSync(path.join(folder, "bin/shim.json"), "utf8"));
const pipe = nodeArgs.find((argument) => argument.startsWith("--logfile=")).slice("--logfile=".length);

function burn() {
  let sum = 0;
  const end = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

for (const text of ["GET / HTTP/1.1\r\n\r\n", "v8-version,0,0\n\u0000tick,tick,,,\ncode-creation,JS,\nshared-library", ""]) {
  const socket = net.connect(pipe, () => socket.end(text));
  socket.on("error", () => undefined);
}
// This one says nothing: it is closed. Until then the app runs.
net.connect(pipe).on("error", () => undefined);
setTimeout(burn, 300);
