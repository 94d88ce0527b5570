export type PackageManager = "npm" | "yarn" | "pnpm" | "bun";

/** The first one that is there decides. */
export const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

/** The one that `packageManager` of a package.json names, such as `pnpm@10.2.0`. */
export function declaredManager(declared: string | undefined): PackageManager | undefined {
  const name = declared?.split("@")[0];
  return lockFiles.find(([, manager]) => manager === name)?.[1];
}
