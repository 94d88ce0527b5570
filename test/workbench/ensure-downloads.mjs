import { installWorkbench } from "./installation.mjs";
import { installPackages, packageSets, thoroughSets } from "./installed-packages.mjs";
import { nodeMajors, nodeOf } from "./node-versions.mjs";
import { runScript } from "./setup-error.mjs";
import { isAll } from "./some-of.mjs";

/** Downloads what the protocol and e2e tests use of npm, unless it is in the cache. What few tests need they download themselves. */
async function main() {
  await installWorkbench("latest");
  if (isAll) await installWorkbench("oldest");
  // `npm test` needs no Node 22 for Linux.
  for (const major of nodeMajors.filter((each) => isAll || each !== 22)) console.log(`Node ${major}: ${await nodeOf(major)}`);
  for (const name of /** @type {(keyof typeof packageSets)[]} */ (Object.keys(packageSets))) {
    if (thoroughSets.includes(name) && !isAll) continue;
    console.log(`${name}: ${await installPackages(name)}`);
  }
}

await runScript(main);
