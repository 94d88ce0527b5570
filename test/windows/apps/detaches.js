// Starts a command script that nothing of the app is the parent of, and ends when that has run Node once.
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");

spawn("cmd.exe", ["/d", "/c", "start", "/b", "cmd.exe", "/d", "/c", "later.cmd"], { detached: true, stdio: "ignore" });
const started = setInterval(() => {
  if (existsSync("first.txt")) clearInterval(started);
}, 50);

let sum = 0;
while (process.cpuUsage().user < 600_000) for (let i = 0; i < 1_000_000; i += 1) sum += Math.sqrt(i);
console.log(sum > 0);
