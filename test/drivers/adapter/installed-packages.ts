import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { alone } from "../../workbench/install-lock.mjs";
import { cacheFolder } from "../../workbench/installation.mjs";
import { npm } from "../../workbench/npm.mjs";

/** Packages that tests run and the project does without: a node_modules folder of their own in the cache, fetched from npm where it is not there yet. */
export async function installedPackages(name: string, versions: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(cacheFolder, name);
  const modules = path.join(folder, "node_modules");
  await mkdir(folder, { recursive: true });
  await alone(
    path.join(cacheFolder, `${name}.lock`),
    () => undefined,
    async () => {
      if ((await Promise.all(Object.keys(versions).map(async (each) => exists(path.join(modules, each))))).every(Boolean)) return;
      await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions }));
      await npm(folder, ["install"]);
    },
  );
  return modules;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
