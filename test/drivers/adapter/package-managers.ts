import path from "node:path";
import { installedPackages } from "./installed-packages.ts";

/** The last versions that are Node programs (pnpm is native from 11 on); Yarn's own package is the classic one, its successor has another name. */
const versions = { yarn: "1.22.22", "@yarnpkg/cli-dist": "4.10.3", pnpm: "10.34.9" };

export type PackageManager = "yarn" | "yarn berry" | "pnpm";

const programs: Readonly<Record<PackageManager, string>> = {
  yarn: "yarn/bin/yarn.js",
  "yarn berry": "@yarnpkg/cli-dist/bin/yarn.js",
  pnpm: "pnpm/bin/pnpm.cjs",
};

/** Absolute path of its program. */
export async function packageManager(name: PackageManager): Promise<string> {
  return path.join(await installedPackages("package-managers", versions), programs[name]);
}
