import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { alone } from "../workbench/install-lock.mjs";
import { cacheFolder } from "../workbench/installation.mjs";
import { npm } from "../workbench/npm.mjs";

/** The last versions that are Node programs (pnpm is native from 11 on); Yarn's own package is the classic one, its successor has another name. */
const versions = { yarn: "1.22.22", "@yarnpkg/cli-dist": "4.10.3", pnpm: "10.34.9" };

export type PackageManager = "yarn" | "yarn berry" | "pnpm";

const programs: Readonly<Record<PackageManager, string>> = {
  yarn: "yarn/bin/yarn.js",
  "yarn berry": "@yarnpkg/cli-dist/bin/yarn.js",
  pnpm: "pnpm/bin/pnpm.cjs",
};

/** Absolute path of its program, fetched from npm into the cache when it is not there yet. */
export async function packageManager(name: PackageManager): Promise<string> {
  const folder = path.join(cacheFolder, "package-managers");
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, "node_modules", programs[name]);
  await alone(
    path.join(cacheFolder, "package-managers.lock"),
    () => undefined,
    async () => {
      if (await exists(program)) return;
      await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions }));
      await npm(folder, ["install"]);
    },
  );
  return program;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
