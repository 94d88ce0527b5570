// Two forked children work for a while and end.
const { fork } = require("node:child_process");

function burnInChild() {
  let sum = 0;
  const end = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

if (process.send === undefined) for (let i = 0; i < 2; i += 1) fork(__filename);
else {
  burnInChild();
  process.disconnect();
}
