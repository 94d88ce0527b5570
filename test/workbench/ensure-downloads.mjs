import { installWorkbench } from "./installation.mjs";
import { installPackages, packageSets } from "./installed-packages.mjs";
import { nodeMajors, nodeOf } from "./node-versions.mjs";
import { runScript } from "./setup-error.mjs";

/** Downloads the npm packages for the protocol and e2e tests, unless they are in the cache. */
async function main() {
  await installWorkbench("latest");
  await installWorkbench("oldest");
  for (const major of nodeMajors) console.log(`Node ${major}: ${await nodeOf(major)}`);
  for (const name of /** @type {(keyof typeof packageSets)[]} */ (Object.keys(packageSets))) {
    console.log(`${name}: ${await installPackages(name)}`);
  }
}

await runScript(main);
