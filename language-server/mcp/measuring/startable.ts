import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse, type ParseError } from "jsonc-parser";
import * as v from "valibot";
import type { LoadDefaults } from "../../analysis/load/load.ts";
import { loadDefaultsSchema } from "../../analysis/load/load-schema.ts";
import { sourceTests, type SourceTest } from "../../analysis/test-runners/source-tests.ts";
import { testName } from "../../analysis/test-runners/test-command.ts";
import { ifMissing, ifRefused } from "../../platform/refusals.ts";
import { type App, fromScript } from "../../starting/app-candidates.ts";
import { foldersUp, readPackage } from "../../starting/package-facts.ts";
import { fromTest, homeOf, likelyRunners } from "../../starting/test-app.ts";
import { readTestPackage, runnerProgram } from "../../starting/test-packages.ts";
import { plain } from "../answer/figures.ts";
import type { Root, RootList } from "../runs/roots.ts";
import { Refusal } from "../tools/tool.ts";

/** What a project itself says can be started, as `launch` of the debug adapter takes it. */
export interface Startable {
  readonly name: string;
  readonly launch: Readonly<Record<string, unknown>>;
  /** The load that the project has for it. */
  readonly load?: LoadDefaults | undefined;
}

const fileOfConfigurations = path.join(".vscode", "launch.json");
const nodeTypes: readonly unknown[] = ["heatline", "node", "pwa-node"];
const mostNames = 20;

/** A script of the package.json in a folder. Throws a Refusal that names those that are there. */
export async function scriptIn(folder: string, root: Root, script: string): Promise<Startable> {
  const found = await packageIn(folder, root);
  const command = found?.scripts[script];
  if (found === undefined || command === undefined)
    throw new Refusal(`There is no script “${plain(script)}”. ${await whatCanStart(folder, root)}`);
  return ofApp(fromScript(found, script, command));
}

/** A configuration of the root's launch.json. Throws a Refusal that names those that are there. */
export async function configurationIn(root: Root, roots: RootList, name: string): Promise<Startable> {
  const found = (await configurationsOf(root)).find((each) => each["name"] === name);
  if (found === undefined)
    throw new Refusal(`There is no launch configuration “${plain(name)}” of Node.js. ${await whatCanStart(root.folder, root)}`);
  const launch = withVariables(found, root) as Record<string, unknown>;
  for (const key of ["program", "cwd", "envFile"]) {
    const value = launch[key];
    if (typeof value === "string") launch[key] = await roots.resolve(path.resolve(root.folder, value));
  }
  const { load, ...rest } = launch;
  return { name, launch: { cwd: root.folder, ...rest }, load: load === undefined ? undefined : loadOf(load, fileOfConfigurations) };
}

/** The tests of a file, or one of them by its title. Throws a Refusal if it is not known how to run them. */
export async function testIn(file: string, root: Root, title: string | undefined): Promise<Startable> {
  const text = await readFile(file, "utf8").catch(ifMissing);
  if (text === undefined) throw new Refusal(`There is no file ${plain(file, 200)}.`);
  const { runner: imported, tests } = sourceTests(text, file);
  const packages = (await Promise.all(foldersUp(path.dirname(file), root.folder).map(readTestPackage))).filter(
    (each) => each !== undefined,
  );
  const [runner, ...others] = likelyRunners(imported, packages);
  if (runner === undefined || others.length > 0)
    throw new Refusal(
      `It is not known which test runner ${path.basename(file)} is for. Heatline profiles tests of node:test, Vitest, Jest and Mocha: import one, or name it in the package.json.`,
    );
  const home = homeOf(runner, packages) ?? { folder: path.dirname(file), dependencies: new Set<string>(), scripts: [] };
  const program = runner === "node" ? undefined : await runnerProgram(runner, path.dirname(file));
  if (runner !== "node" && program === undefined)
    throw new Refusal(`${runner} is not installed for ${path.basename(file)}. Install the packages of ${home.folder} and try again.`);
  const test = title === undefined ? { titles: [], isGroup: true, isAmbiguous: false } : named(tests, title);
  return ofApp(fromTest({ runner, file: file.replaceAll("\\", "/"), test, home, program }));
}

function named(tests: readonly SourceTest[], title: string): SourceTest {
  const found = tests.find((each) => testName(each) === title) ?? tests.find((each) => each.titles.at(-1)?.join("…") === title);
  if (found !== undefined) return found;
  const names = tests.slice(0, mostNames).map((each) => `“${plain(testName(each))}”`);
  throw new Refusal(
    `There is no test “${plain(title)}”. ${names.length === 0 ? "The file has no test with a title." : `Known: ${names.join(", ")}.`}`,
  );
}

/** In a sentence: what an agent can choose from. */
export async function whatCanStart(folder: string, root: Root): Promise<string> {
  const found = await packageIn(folder, root);
  const scripts = Object.keys(found?.scripts ?? {}).slice(0, mostNames);
  const configurations = (await configurationsOf(root)).flatMap(({ name }) => (typeof name === "string" ? name : [])).slice(0, mostNames);
  const list = (names: readonly string[]): string => names.map((each) => `“${plain(each)}”`).join(", ");
  const parts = [
    scripts.length === 0 ? "" : `Scripts: ${list(scripts)}.`,
    configurations.length === 0 ? "" : `Launch configurations: ${list(configurations)}.`,
    await otherPackages(folder, root),
    "A test: name its file by test.",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Packages below a folder, which have scripts of their own. */
async function otherPackages(folder: string, root: Root): Promise<string> {
  const found: string[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    const entries = (await readdir(at, { withFileTypes: true }).catch(ifRefused)) ?? [];
    if (at !== folder && entries.some(({ name }) => name === "package.json"))
      found.push(path.relative(root.folder, at).split(path.sep).join("/"));
    const inner = entries.filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."));
    if (depth > 0) for (const { name } of inner.slice(0, mostNames)) await look(path.join(at, name), depth - 1);
  };
  await look(folder, 2);
  const names = found.slice(0, mostNames).map((each) => `“${plain(each, 100)}”`);
  return names.length === 0 ? "" : `Packages, to be named by folder: ${names.join(", ")}.`;
}

/** Throws a Refusal for a package.json that cannot be read. */
async function packageIn(folder: string, root: Root): ReturnType<typeof readPackage> {
  try {
    return await readPackage(folder, root.folder, loadOf);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal(`${path.join(folder, "package.json")} has a syntax error: ${plain(error.message, 200)}.`, { cause: error });
  }
}

function ofApp({ name, configuration: { type: _type, request: _request, name: _name, load, ...launch } }: App): Startable {
  return { name, launch, load: load as LoadDefaults | undefined };
}

/** Those of Node.js that start something. */
async function configurationsOf(root: Root): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(path.join(root.folder, fileOfConfigurations), "utf8").catch(ifRefused);
  if (text === undefined) return [];
  const errors: ParseError[] = [];
  const parsed = v.safeParse(
    v.object({ configurations: v.array(v.record(v.string(), v.unknown())) }),
    parse(text, errors, { allowTrailingComma: true }),
  );
  if (!parsed.success) return [];
  return parsed.output.configurations.filter(({ type, request = "launch" }) => nodeTypes.includes(type) && request === "launch");
}

/** Of VS Code's variables those that are known without an editor. Throws a Refusal for another one. */
function withVariables(value: unknown, root: Root): unknown {
  if (typeof value === "string") {
    return value.replaceAll(/\$\{([^}]*)\}/g, (_all, name: string) => {
      if (name === "workspaceFolder" || name === "workspaceRoot") return root.folder;
      if (name === "workspaceFolderBasename") return path.basename(root.folder);
      if (name.startsWith("env:")) return process.env[name.slice(4)] ?? "";
      throw new Refusal(`The launch configuration uses \${${plain(name)}}, which is known only in VS Code.`);
    });
  }
  if (Array.isArray(value)) return value.map((each) => withVariables(each, root));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withVariables(each, root)]));
}

function loadOf(value: unknown, where: string): LoadDefaults {
  const parsed = v.safeParse(loadDefaultsSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Refusal(`The load settings of ${plain(where, 200)} have an error at “${v.getDotPath(issue) ?? "load"}”.`);
}
