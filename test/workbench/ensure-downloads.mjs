import { installWorkbench } from "./installation.mjs";
import { installPackages, packageSets, thoroughSets } from "./installed-packages.mjs";
import { nodeMajors, nodeOf } from "./node-versions.mjs";
import { runScript } from "./setup-error.mjs";

/** Downloads the npm packages for the protocol and e2e tests, unless they are in the cache. */
async function main() {
  await installWorkbench("latest");
  await installWorkbench("oldest");
  for (const major of nodeMajors) console.log(`Node ${major}: ${await nodeOf(major)}`);
  const isAll = process.env["HEATLINE_TEST_ALL"] === "1";
  for (const name of /** @type {(keyof typeof packageSets)[]} */ (Object.keys(packageSets))) {
    if (thoroughSets.includes(name) && !isAll) continue;
    console.log(`${name}: ${await installPackages(name)}`);
  }
}

await runScript(main);
