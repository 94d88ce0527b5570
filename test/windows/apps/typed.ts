// TypeScript whose types Node strips.
interface Sum {
  total: number;
}
function burn(): Sum {
  const sum: Sum = { total: 0 };
  const end: number = process.cpuUsage().user + 1_200_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5_000_000; i += 1) sum.total += Math.sqrt(i);
  return sum;
}
console.log("result", burn().total > 0);
