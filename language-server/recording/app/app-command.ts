import { execFile } from "node:child_process";
import { readFile, realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { parse as parseDotenv } from "dotenv";
import { UserError, caughtUserError } from "../../analysis/user-error.ts";
import { unsafe, unsafeShim } from "../../platform/command-script.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { findExecutable, pathVariable } from "../../platform/executables.ts";
import { type ScriptQuoting, unsafeScriptArgument } from "../../platform/script-arguments.ts";
import { npmPattern } from "../in-app/command-lines.ts";
import { ifRefused, isRefusal } from "../../platform/refusals.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";

/** No program at all can be started: no more open files, processes or memory. */
const exhausted: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** Why a program could not be started, if the machine is the reason and not the program; else undefined. */
export function exhaustedProblem(file: string, error: unknown): UserError | undefined {
  if (!(isRefusal(error) && exhausted.has(error.code))) return undefined;
  return new UserError("app.exhausted", { file, reason: reasonOf(error) }, { cause: error });
}

/** What to run: the launch arguments of the same names. */
export interface AppLaunch {
  readonly program?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  /** null unsets a variable. */
  readonly env?: Readonly<Record<string, string | null>> | undefined;
  readonly envFile?: string | undefined;
  readonly runtimeExecutable?: string | undefined;
  readonly runtimeArgs?: readonly string[] | undefined;
}

/** A command that can be spawned, and the Node that will run the app in it. */
export interface AppCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if `file` is a Node itself, so that Node options can go before `args`. */
  readonly isNode: boolean;
  readonly cwd: string;
  /** Variables that differ from our own environment; null unsets one. */
  readonly envChanges: Readonly<Record<string, string | null>>;
  readonly nodePath: string;
  readonly nodeVersion: string;
  /** What the app's children get as plain `node`, if that is another Node than the app's. */
  readonly pathNode?: NodeProgram | undefined;
}

/** A Node and its version, without the `v`. */
export interface NodeProgram {
  readonly nodePath: string;
  readonly nodeVersion: string;
}

const oldestNode = 18;

/**
 * Finds the runtime and the app. Rejects with a UserError if something is missing: folder, program, env file, runtime, or a Node of at
 * least version 18.
 */
export async function resolveAppCommand(launch: AppLaunch, defaultFolder: string): Promise<AppCommand> {
  const cwd = path.resolve(defaultFolder, launch.cwd ?? "");
  if ((await stat(cwd).catch(ifRefused))?.isDirectory() !== true) throw new UserError("app.noFolder", { folder: cwd });
  const envChanges: Record<string, string | null> = {
    // VS Code's own processes set these; either would change what the app's node does.
    ELECTRON_RUN_AS_NODE: null,
    VSCODE_INSPECTOR_OPTIONS: null,
    ...(launch.envFile === undefined ? {} : await readEnvFile(path.resolve(cwd, launch.envFile))),
    ...launch.env,
  };
  const env = applyEnv(process.env, envChanges);
  const runtime = launch.runtimeExecutable ?? "node";
  const file = await findExecutable(runtime, cwd, env);
  const isNode = /^node(js)?(-?\d+)?(\.exe)?$/i.test(path.basename(runtime));
  if (file === undefined) throw missingRuntime(runtime, isNode);
  const runtimeArgs = launch.runtimeArgs ?? [];
  const args = [...runtimeArgs, ...(launch.program === undefined ? [] : [launch.program]), ...(launch.args ?? [])];
  const quoting =
    scriptQuoting[
      path
        .basename(runtime)
        .toLowerCase()
        .replace(/\.(?:cmd|exe)$/, "")
    ];
  if (quoting !== undefined) {
    checkScriptArguments(quoting, runtime, args, env);
    await checkScriptPrograms(runtime, args, cwd, withOwnPackages(withOwnPackages(env, cwd), scriptFolder(args, cwd)));
  }
  const nodeEnv = mayRunOwnNode(runtime) ? withOwnPackages(env, scriptFolder(args, cwd)) : env;
  const nodePath = isNode ? file : await findExecutable("node", cwd, nodeEnv);
  if (nodePath === undefined) throw missingRuntime("node", true);
  const nodeVersion = await readNodeVersion(nodePath, cwd, env);
  if (isNode && launch.program === undefined && runtimeArgs.length === 0) {
    throw new UserError("app.noProgramNamed");
  }
  if (isNode && launch.program !== undefined) await checkProgram(launch.program, cwd);
  return {
    file,
    args,
    isNode,
    cwd,
    envChanges,
    nodePath,
    nodeVersion,
    pathNode: isNode ? await otherNodeOfPath(nodePath, cwd, env) : undefined,
  };
}

/** The first Node in PATH if the app is started by the path of another one; undefined if it cannot be run. */
async function otherNodeOfPath(nodePath: string, cwd: string, env: NodeJS.ProcessEnv): Promise<NodeProgram | undefined> {
  const found = await findExecutable("node", cwd, env);
  if (found === undefined || (await realpath(found)) === (await realpath(nodePath))) return undefined;
  const nodeVersion = await readNodeVersion(found, cwd, env).catch(caughtUserError);
  // The app may never start it.
  return nodeVersion instanceof UserError ? undefined : { nodePath: found, nodeVersion };
}

/** The app's options for its Node, in the order in which that reads them: those in NODE_OPTIONS, then those of the command line. */
export function ownOptionsOf({ args, isNode, envChanges }: Pick<AppCommand, "args" | "isNode" | "envChanges">): readonly string[] {
  const options = applyEnv(process.env, envChanges)["NODE_OPTIONS"] ?? "";
  return [...options.split(/\s+/), ...(isNode ? optionsBeforeScript(args) : [])];
}

/** Node's options whose value may be an argument of its own. */
const withValue =
  /^(?:-[rCep]|-pe|--(?:require|import|loader|experimental-loader|conditions|eval|print|env-file|env-file-if-exists|title|disable-warning))$/;

/** What follows the script is the app's own, such as its `--cpu-prof`. */
function optionsBeforeScript(args: readonly string[]): readonly string[] {
  const script = args.findIndex((arg, index) => (!arg.startsWith("-") || arg === "--") && !withValue.test(args[index - 1] ?? ""));
  return script < 0 ? args : args.slice(0, script);
}

/** `base` with the changes applied; null unsets a variable. */
export function applyEnv(base: NodeJS.ProcessEnv, changes: Readonly<Record<string, string | null>>): NodeJS.ProcessEnv {
  const env = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  return env;
}

async function readEnvFile(file: string): Promise<Record<string, string>> {
  try {
    return parseDotenv(await readFile(file, "utf8"));
  } catch (error) {
    throw new UserError("app.noEnvFile", { file }, { cause: error });
  }
}

async function checkProgram(program: string, cwd: string): Promise<void> {
  const file = path.resolve(cwd, program);
  if ((await stat(file).catch(ifRefused)) !== undefined) return;
  try {
    createRequire(path.join(cwd, "_")).resolve(file);
  } catch (error) {
    throw new UserError("app.noProgram", { file }, { cause: error });
  }
}

async function readNodeVersion(nodePath: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  let version: string;
  try {
    const plainEnv = applyEnv(env, { NODE_OPTIONS: null });
    version = (await promisify(execFile)(nodePath, ["--version"], { cwd, env: plainEnv, timeout: 20_000 })).stdout.trim().replace(/^v/, "");
  } catch (error) {
    throw exhaustedProblem(nodePath, error) ?? new UserError("app.brokenNode", { file: nodePath }, { cause: error });
  }
  const major = Number.parseInt(version, 10);
  if (!(major >= oldestNode)) {
    throw new UserError("app.oldNode", { version, file: nodePath, oldest: oldestNode });
  }
  return version;
}

/** The folder whose script a package manager runs: that of `npm --prefix`, `pnpm --dir`, `yarn --cwd` or `-C`, else `cwd`. */
function scriptFolder(args: readonly string[], cwd: string): string {
  const options = { prefix: { type: "string", short: "C" }, dir: { type: "string" }, cwd: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const [named = ""] = Object.values(values).filter((value) => typeof value === "string");
  return path.resolve(cwd, named);
}

/** Throws a UserError if a package manager would pass an argument to its script in a form of which cmd.exe replaces or runs a part. */
function checkScriptArguments(quoting: ScriptQuoting, runtime: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  // These start a program without a shell.
  if (quoting !== "carets" && /^(?:exec|dlx)$/.test(args[0] ?? "")) return;
  const argument = unsafeScriptArgument(quoting, args, env);
  if (argument !== undefined) throw unsafe(runtime, argument);
}

/** Throws a UserError if what a package manager runs has a command script that would run a part of its folder's name. */
export async function checkScriptPrograms(
  runtime: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = currentPlatform,
): Promise<void> {
  if (platform !== "win32" || !/[&^]/.test(env[pathVariable(env, platform)] ?? "")) return;
  // The option that names a folder may also be the script's own.
  const folders = new Set([cwd, scriptFolder(args, cwd)]);
  const scripts = await Promise.all([...folders].map(readScripts));
  const words = new Set(args);
  // Iterating a set includes elements added on the way: a script may name another one.
  for (const word of words) {
    for (const folder of folders) {
      const program = await findExecutable(word, folder, env, platform);
      if (program !== undefined && unsafeShim(program, platform) !== undefined) throw unsafe(runtime, program);
    }
    const texts = [`pre${word}`, word, `post${word}`].flatMap((name) => scripts.map((each) => textOf(each[name])));
    for (const each of texts.flatMap((text) => text.split(/[\s"'&|;()]+/))) if (each !== "") words.add(each);
  }
}

/** The scripts of a folder's package.json; none if it cannot be read, which the package manager says. */
async function readScripts(folder: string): Promise<Readonly<Record<string, unknown>>> {
  return readFile(path.join(folder, "package.json"), "utf8")
    .then((text) => (JSON.parse(text) as PackageJson)?.scripts ?? {})
    .catch(() => ({}));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type PackageJson = { readonly scripts?: Readonly<Record<string, unknown>> } | null;

const scriptQuoting: Readonly<Record<string, ScriptQuoting>> = { npm: "carets", npx: "carets", pnpm: "quotes", yarn: "few-carets" };

function missingRuntime(runtime: string, isNode: boolean): UserError {
  return new UserError(isNode ? "app.nodeNotFound" : "app.runtimeNotFound", { runtime });
}

/**
 * Whether a runtime puts the app's packages first in PATH, which may contain a Node (`node`). On Windows that is a command script, which no
 * Node stands for: the app's processes report the Node that runs them.
 */
export function mayRunOwnNode(runtime: string, platform: NodeJS.Platform = currentPlatform): boolean {
  return platform !== "win32" && new RegExp(npmPattern).test(path.basename(runtime));
}

/** Puts `node_modules/.bin` of the folder and its parents in front of PATH. */
function withOwnPackages(env: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  const parts = cwd.split(path.sep);
  const around = parts.map((_, index) => parts.slice(0, parts.length - index).join(path.sep) || path.sep);
  const packages = around.map((folder) => path.join(folder, "node_modules", ".bin"));
  const variable = pathVariable(env);
  return { ...env, [variable]: [...packages, env[variable] ?? ""].join(path.delimiter) };
}
