import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { importsIn } from "../../../language-server/analysis/imports/lexed-imports.ts";
import type { JsonImports } from "../../../language-server/reports/imports-report.ts";
import { buildCommandLine } from "../../cli/command-line.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { nodeOf } from "../../workbench/node-versions.mjs";

const fixtures = path.resolve(import.meta.dirname, "../../fixtures/start-tools");

interface ToolStart {
  readonly command: readonly string[];
  /** So many that there are samples enough of its modules. */
  readonly starts: number;
}

/** Tools as they are installed, started for little work. */
export const startTools = {
  eslint: { command: ["node_modules/eslint/bin/eslint.js", "src"], starts: 5 },
  prettier: { command: ["node_modules/prettier/bin/prettier.cjs", "--check", "src"], starts: 30 },
  tsc: { command: ["node_modules/typescript/bin/tsc", "-p", "typed"], starts: 5 },
  "vite build": { command: ["node_modules/vite/bin/vite.js", "build"], starts: 15 },
  "a NestJS app": { command: ["nest.cjs"], starts: 5 },
} as const satisfies Readonly<Record<string, ToolStart>>;

export type StartTool = keyof typeof startTools;

/** Of a module, its share of what evaluating all modules but the entry took, with those that it had loaded first. */
export interface ModuleShare {
  readonly file: string;
  readonly clock: number;
  readonly shown: number;
}

interface ModuleLinks {
  readonly isModule: boolean;
  readonly targets: Readonly<Record<string, string>>;
}

/** What an ES module imports: the files, in order, when it is evaluated; and all that `import` and `import()` name. */
interface Imports {
  readonly files: readonly string[];
  readonly specifiers: readonly string[];
}

/** What a module's clock noted: itself without others, and which module was being evaluated then. */
interface Clocked {
  readonly file: string;
  readonly isModule: boolean;
  readonly outer?: string;
  readonly self: number;
}

/** A folder with a tool, whose modules clock themselves. */
export class ClockedTool {
  readonly #folder: string;
  readonly #tool: ToolStart;
  /** By ES module. */
  readonly #links: Readonly<Record<string, Imports>>;

  private constructor(folder: string, tool: ToolStart, links: Readonly<Record<string, Imports>>) {
    [this.#folder, this.#tool, this.#links] = [folder, tool, links];
  }

  static async make(name: StartTool): Promise<ClockedTool> {
    const root = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-start-tools-")));
    const folder = path.join(root, "app");
    await cp(fixtures, folder, { recursive: true });
    await cp(await installPackages("start-tools"), path.join(folder, "node_modules"), { recursive: true });
    await cp(path.join(fixtures, "clock.cjs"), path.join(folder, "node_modules/pirates/clock.cjs"));
    const tool: ToolStart = startTools[name];
    return new ClockedTool(folder, tool, await instrumented(folder, tool.command));
  }

  /** Records starts of it, and compares what is shown with what its clocks show of as many other starts. Dearest first by the clock. */
  async shares(major: number): Promise<readonly ModuleShare[]> {
    const cli = await buildCommandLine();
    const out = await mkdtemp(path.join(path.dirname(this.#folder), "runs-"));
    const { starts, command } = this.#tool;
    const node = [await nodeOf(major), "--require", path.join(this.#folder, "node_modules/pirates/clock.cjs")];
    const recorded = await cli.run(["record", "--startup", "--starts", String(starts), "--out", out, "--", ...node, ...command], {
      cwd: this.#folder,
    });
    if (recorded.code !== 0) throw new Error(`${recorded.out}\n${recorded.err}`);
    const { out: text, err } = await cli.run(["report", out, "--imports", "--top", "2000", "--json"], { cwd: this.#folder });
    if (text === "") throw new Error(err);
    const { imports } = JSON.parse(text) as { readonly imports: JsonImports };
    const entry = path.join(this.#folder, command[0] as string);
    const shown = shownWholes(imports, this.#links, entry);
    const clocked = new Map<string, number>();
    for (const noted of await this.#clocked([...node, ...command], starts)) {
      for (const [file, whole] of clockedWholes(noted, this.#links, entry)) clocked.set(file, (clocked.get(file) ?? 0) + whole);
    }
    const [allShown, allClocked] = [shown.get("") ?? NaN, clocked.get("") ?? NaN];
    return [...clocked]
      .flatMap(([file, whole]) => {
        const relative = path.relative(this.#folder, file);
        return file === "" || file === entry
          ? []
          : [{ file: relative, clock: whole / allClocked, shown: (shown.get(file) ?? 0) / allShown }];
      })
      .toSorted((a, b) => b.clock - a.clock);
  }

  /** What the clocks show of starts, which are not recorded: V8 writes the text of each script to its log, which is no time of a module. */
  async #clocked([node = "", ...args]: readonly string[], starts: number): Promise<readonly (readonly Clocked[])[]> {
    const clocks = await mkdtemp(path.join(path.dirname(this.#folder), "clocks-"));
    const env = { ...process.env, CLOCK_FOLDER: clocks };
    for (let start = 0; start < starts; start++) await promisify(execFile)(node, args, { cwd: this.#folder, env });
    const names = await readdir(clocks);
    return Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(clocks, name), "utf8")) as readonly Clocked[]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(path.dirname(this.#folder), { recursive: true });
  }
}

/** Has the modules that a tool loads clock themselves; resolves to the imports of each ES module. */
async function instrumented(folder: string, command: readonly string[]): Promise<Readonly<Record<string, Imports>>> {
  const file = path.join(folder, "links.json");
  await promisify(execFile)(await nodeOf(26), ["--require", path.join(fixtures, "links.cjs"), ...command], {
    cwd: folder,
    env: { ...process.env, LINKS_FILE: file },
  });
  const found = JSON.parse(await readFile(file, "utf8")) as Readonly<Record<string, ModuleLinks>>;
  const links: Record<string, Imports> = {};
  for (const [module, { isModule, targets }] of Object.entries(found)) {
    const text = await readFile(module, "utf8");
    if (!isModule) {
      await writeFile(module, clockedScript(text));
      continue;
    }
    const imports = importsIn(text);
    links[module] = {
      files: imports.flatMap(({ specifier, isDynamic }) => (isDynamic ? [] : (targets[specifier ?? ""] ?? []))),
      specifiers: imports.flatMap(({ specifier = [] }) => specifier),
    };
    let body = text;
    for (const { offset, isDynamic } of imports.toReversed()) {
      if (isDynamic) body = body.slice(0, offset) + wrapped(body.slice(offset));
    }
    await writeFile(module, `const __module = __beginModule(import.meta.url);${body.replace(/^#!/, "//")}\n;__endModule(__module);`);
  }
  return links;
}

/** CommonJS that reports when it begins: only a directive may be before that. */
function clockedScript(text: string): string {
  const directive = /^(?:#!.*|\s|\/\/.*|\/\*[^]*?\*\/)*["']use strict["']/.test(text) ? '"use strict";' : "";
  return `${directive}__beginScript(__filename);${text.replace(/^#!/, "//")}`;
}

/** A text that begins with an `import()`, which becomes clocked by itself. */
function wrapped(text: string): string {
  const [call] = /^import\s*\((?:[^()]|\([^()]*\))*\)/.exec(text) ?? [];
  return call === undefined ? text : `__loadModules(() => ${call})${text.slice(call.length)}`;
}

/** By file, what evaluating it took with all that it loaded first; by "" all that was imported: not the entry itself, which nothing imports. */
function clockedWholes(noted: readonly Clocked[], links: Readonly<Record<string, Imports>>, entry: string): ReadonlyMap<string, number> {
  const byFile = new Map(noted.map((each) => [each.file, each]));
  const parents = new Map<string, string>();
  const imported = new Set(Object.values(links).flatMap(({ files }) => files));
  const visit = (file: string): void => {
    for (const target of links[file]?.files ?? []) {
      if (parents.has(target) || !byFile.has(target)) continue;
      const { outer } = byFile.get(target) as Clocked;
      // CommonJS that another one had required.
      if (outer !== undefined && byFile.get(outer)?.isModule === false) continue;
      parents.set(target, file);
      visit(target);
    }
  };
  const modules = noted.flatMap(({ file, isModule }) => (isModule ? [file] : []));
  const isRoot = (file: string): boolean => !imported.has(file);
  for (const root of modules.filter(isRoot)) visit(root);
  for (const { file, outer } of noted) if (!parents.has(file)) parents.set(file, outer ?? "");
  const wholes = new Map<string, number>();
  for (const { file, self } of noted) {
    if (file === entry) continue;
    const seen = new Set<string>();
    for (let at = file; !seen.has(at); at = parents.get(at) ?? "") {
      seen.add(at);
      wholes.set(at, (wholes.get(at) ?? 0) + self);
      if (at === "") break;
    }
  }
  return wholes;
}

/**
 * The same as shown. What is required is found, read and compiled while the module is evaluated that requires it, also if that is an ES module;
 * what ES modules import is loaded before that, also what they import of Node.js, where no clock runs.
 */
function shownWholes({ modules }: JsonImports, links: Readonly<Record<string, Imports>>, entry: string): ReadonlyMap<string, number> {
  const wholes = new Map<string, number>();
  const add = (files: Iterable<string>, ticks: number): void => {
    for (const file of new Set(files)) wholes.set(file, (wholes.get(file) ?? 0) + ticks);
  };
  for (const { file, specifier, ownTicks, loadTicks, parent } of modules) {
    const importer = parent === null ? undefined : modules[parent]?.file;
    const isOfNode = file === null || file.startsWith("node:");
    const { specifiers } = links[importer ?? ""] ?? {};
    const isImported = specifiers !== undefined && (specifier === "" || specifiers.includes(specifier));
    if (file === entry || file?.endsWith("/pirates/clock.cjs") === true || (file !== null && isOfNode && isImported)) continue;
    const above: string[] = [];
    for (let at = parent; at !== null; at = modules[at]?.parent ?? null) above.push(modules[at]?.file ?? "");
    if (!isOfNode || (importer ?? entry) !== entry) add(["", file ?? "", ...above], ownTicks);
    if ((importer ?? entry) !== entry && !isImported) add(["", ...above], loadTicks);
  }
  return wholes;
}
