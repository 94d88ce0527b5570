// Works, then ends. It rarely calls Windows: wine's timers, which V8's samples of a profile wait for, fire when a program does.
function burn() {
  let sum = 0;
  const end = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}
console.log("result", burn() > 0, process.argv.slice(2).join(","));
