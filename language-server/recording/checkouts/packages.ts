import { constants, cp, lstat, readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { declaredManager, lockFiles, type PackageManager } from "../../analysis/packages/lock-files.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { Checkout } from "./checkouts.ts";
import type { StepCommand } from "./step.ts";

const names = v.fallback(v.record(v.string(), v.unknown()), {});
const manifestSchema = v.object({
  packageManager: v.fallback(v.optional(v.string()), undefined),
  scripts: names,
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  workspaces: v.optional(v.unknown()),
});
type Manifest = v.InferOutput<typeof manifestSchema>;

/** How the packages of a checkout are installed. */
export interface InstallPlan {
  readonly manager: PackageManager;
  /** The folder of the lock file, else the one of the nearest package.json. */
  readonly folder: string;
  readonly command: StepCommand;
}

/** Undefined where nothing is to be installed. */
export async function installPlan({ root, app }: Pick<Checkout, "root" | "app">): Promise<InstallPlan | undefined> {
  const folders = foldersUp(app, root);
  for (const folder of folders) {
    const found = await lockIn(folder);
    if (found !== undefined) return (await hasPackages(folder)) ? { folder, ...found } : undefined;
  }
  for (const folder of folders) {
    const manifest = await readManifest(folder);
    if (manifest === undefined) continue;
    const manager = declaredManager(manifest.packageManager) ?? "npm";
    return (await hasPackages(folder)) ? { manager, folder, command: unlocked(manager) } : undefined;
  }
  return undefined;
}

/** The build script of the app's package; undefined without one. */
export async function buildCommand({ root, app }: Pick<Checkout, "root" | "app">): Promise<StepCommand | undefined> {
  const manifest = await readManifest(app);
  if (typeof manifest?.scripts["build"] !== "string") return undefined;
  const manager = (await installPlan({ root, app }))?.manager ?? declaredManager(manifest.packageManager) ?? "npm";
  return { program: manager, args: ["run", "build"] };
}

/** npm and yarn leave out what only a build needs where NODE_ENV is production. */
function locked(manager: PackageManager, lock: string): StepCommand {
  const isBerry = lock.includes("__metadata:");
  const args: Readonly<Record<PackageManager, readonly string[]>> = {
    npm: ["ci", "--include=dev", "--no-audit", "--no-fund"],
    pnpm: ["install", "--frozen-lockfile", "--prod=false"],
    yarn: isBerry ? ["install", "--immutable"] : ["install", "--frozen-lockfile", "--production=false", "--non-interactive"],
    bun: ["install", "--frozen-lockfile"],
  };
  return { program: manager, args: args[manager] };
}

function unlocked(manager: PackageManager): StepCommand {
  const args = manager === "npm" ? ["install", "--include=dev", "--no-audit", "--no-fund", "--no-package-lock"] : ["install"];
  return { program: manager, args };
}

async function lockIn(folder: string): Promise<Pick<InstallPlan, "manager" | "command"> | undefined> {
  const declared = declaredManager((await readManifest(folder))?.packageManager);
  for (const [name, manager] of lockFiles) {
    const text = await readFile(path.join(folder, name), "utf8").catch(ifRefused);
    if (text === undefined || (declared !== undefined && declared !== manager)) continue;
    return { manager, command: locked(manager, text) };
  }
  return undefined;
}

async function hasPackages(folder: string): Promise<boolean> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) return false;
  const { dependencies, devDependencies, optionalDependencies, workspaces } = manifest;
  const isWorkspace = workspaces !== undefined || (await exists(path.join(folder, "pnpm-workspace.yaml")));
  return isWorkspace || [dependencies, devDependencies, optionalDependencies].some((each) => Object.keys(each).length > 0);
}

/** What decides which packages a checkout gets. */
const decides =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|bunfig\.toml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|\.nvmrc|\.node-version)$|(?:^|\/)(?:patches|\.yarn)\//;
const ownInstallScripts = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"];

/**
 * Whether the packages of one checkout are also those of the other: nothing that decides it changed, no script of the repository runs at the
 * install, and none of its folders is a package of another one, by `file:`, which may be copied.
 */
export async function hasSamePackages({ folder }: InstallPlan, root: string, changed: readonly string[]): Promise<boolean> {
  if (changed.some((file) => decides.test(file))) return false;
  for (const each of await manifestsIn(root)) {
    const manifest = await readManifest(each);
    if (manifest === undefined) continue;
    if (ownInstallScripts.some((name) => manifest.scripts[name] !== undefined)) return false;
    const all = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((one) => Object.values(one));
    if (all.some((range) => /^(?:file|link|portal):/.test(String(range)))) return false;
  }
  return (await exists(path.join(folder, "node_modules"))) && !(await exists(path.join(folder, ".pnp.cjs")));
}

/**
 * Copies the installed packages of one checkout into the other; files are shared only where the file system copies them when written to. False
 * if a link in them leads to an absolute path, which would be the first one's.
 */
export async function copyPackages(from: string, to: string): Promise<boolean> {
  const places = await packageFolders(from);
  for (const place of places) if (await hasAbsoluteLink(path.join(from, place))) return false;
  for (const place of places) {
    const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true } as const;
    await cp(path.join(from, place), path.join(to, place), options);
  }
  return true;
}

/** Folders named `node_modules` that are in no other one, from the root. */
async function packageFolders(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { folder, names } of walk(root))
    if (names.includes("node_modules")) found.push(path.relative(root, path.join(folder, "node_modules")));
  return found;
}

async function manifestsIn(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { folder, names } of walk(root)) if (names.includes("package.json")) found.push(folder);
  return found;
}

/** The folders of a checkout, without installed packages. */
async function* walk(folder: string): AsyncGenerator<{ readonly folder: string; readonly names: readonly string[] }> {
  const entries = await readdir(folder, { withFileTypes: true });
  yield { folder, names: entries.map(({ name }) => name) };
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* walk(path.join(folder, entry.name));
}

async function hasAbsoluteLink(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isSymbolicLink() ? path.isAbsolute(await readlink(place)) : entry.isDirectory() && (await hasAbsoluteLink(place)))
      return true;
  }
  return false;
}

/** Undefined if there is none, or it cannot be read, which the package manager says. */
async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(path.join(folder, "package.json"), "utf8").catch(ifRefused);
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(manifestSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** From a folder of a checkout up to its root. */
function foldersUp(from: string, root: string): readonly string[] {
  return from === root || path.dirname(from) === from ? [from] : [from, ...foldersUp(path.dirname(from), root)];
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(ifRefused)) !== undefined;
}
