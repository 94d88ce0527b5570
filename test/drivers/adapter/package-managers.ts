import path from "node:path";
import { installPackages } from "../../workbench/installed-packages.mjs";

export type PackageManager = "yarn" | "yarn berry" | "pnpm";

const programs: Readonly<Record<PackageManager, string>> = {
  yarn: "yarn/bin/yarn.js",
  "yarn berry": "@yarnpkg/cli-dist/bin/yarn.js",
  pnpm: "pnpm/bin/pnpm.cjs",
};

/** Absolute path of its program. */
export async function packageManager(name: PackageManager): Promise<string> {
  return path.join(await installPackages("package-managers"), programs[name]);
}
