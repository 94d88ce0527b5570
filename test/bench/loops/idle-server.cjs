// A server without requests, recorded by Heatline, that has its event loop watched and not watched in turns. Prints the CPU time that its
// process took meanwhile, in milliseconds a second: pairs of without and with.
const { createServer } = require("node:http");
const [, , pairs, turnMs] = process.argv.map(Number);
const hooks = globalThis[Symbol.for("heatline")];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function spent(isWatched) {
  if (isWatched) hooks.watchLoop();
  else hooks.unwatchLoop();
  await wait(200);
  const [before, begun] = [process.cpuUsage(), performance.now()];
  await wait(turnMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - begun);
}

createServer().listen(0, "127.0.0.1", async () => {
  // The recording begins.
  await wait(1500);
  const measured = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const without = await spent(pair % 2 === 1);
    const other = await spent(pair % 2 === 0);
    measured.push(pair % 2 === 0 ? [without, other] : [other, without]);
  }
  console.log(`measured ${JSON.stringify(measured)}`);
  process.exit(0);
});
