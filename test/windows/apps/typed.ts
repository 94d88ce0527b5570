// TypeScript that Node strips the types of.
interface Sum {
  total: number;
}
function burn(): Sum {
  const sum: Sum = { total: 0 };
  const end: number = performance.now() + 1500;
  while (performance.now() < end) for (let i = 0; i < 100_000; i += 1) sum.total += Math.sqrt(i);
  return sum;
}
console.log("result", burn().total > 0);
