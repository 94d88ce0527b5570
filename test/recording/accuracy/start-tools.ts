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
  /** What each ES module imports, in order, when it is evaluated. */
  readonly #links: Readonly<Record<string, readonly string[]>>;

  private constructor(folder: string, tool: ToolStart, links: Readonly<Record<string, readonly string[]>>) {
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

  /** Records starts of it, and compares what its clocks told meanwhile with what is shown. Dearest first by the clock. */
  async shares(major: number): Promise<readonly ModuleShare[]> {
    const cli = await buildCommandLine();
    const clocks = await mkdtemp(path.join(path.dirname(this.#folder), "clocks-"));
    const out = await mkdtemp(path.join(path.dirname(this.#folder), "runs-"));
    const { starts, command } = this.#tool;
    const node = [await nodeOf(major), "--require", path.join(this.#folder, "node_modules/pirates/clock.cjs")];
    const recorded = await cli.run(["record", "--startup", "--starts", String(starts), "--out", out, "--", ...node, ...command], {
      cwd: this.#folder,
      env: { CLOCK_FOLDER: clocks },
    });
    if (recorded.code !== 0) throw new Error(`${recorded.out}\n${recorded.err}`);
    const { out: text, err } = await cli.run(["report", out, "--imports", "--top", "2000", "--json"], { cwd: this.#folder });
    if (text === "") throw new Error(err);
    const { imports } = JSON.parse(text) as { readonly imports: JsonImports };
    const entry = path.join(this.#folder, command[0] as string);
    const shown = shownWholes(imports, (file) => this.#links[file ?? ""] !== undefined, entry);
    const clocked = new Map<string, number>();
    // What fills caches is not recorded.
    for (const name of (await readdir(clocks)).toSorted().slice(1)) {
      const noted = JSON.parse(await readFile(path.join(clocks, name), "utf8")) as readonly Clocked[];
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

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(path.dirname(this.#folder), { recursive: true });
  }
}

/** Has the modules that a tool loads clock themselves; resolves to what each ES module imports, in order, when it is evaluated. */
async function instrumented(folder: string, command: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const file = path.join(folder, "links.json");
  await promisify(execFile)(await nodeOf(26), ["--require", path.join(fixtures, "links.cjs"), ...command], {
    cwd: folder,
    env: { ...process.env, LINKS_FILE: file },
  });
  const found = JSON.parse(await readFile(file, "utf8")) as Readonly<Record<string, ModuleLinks>>;
  const links: Record<string, readonly string[]> = {};
  for (const [module, { isModule, targets }] of Object.entries(found)) {
    const text = await readFile(module, "utf8");
    if (!isModule) {
      await writeFile(module, clockedScript(text));
      continue;
    }
    const imports = importsIn(text);
    links[module] = imports.flatMap(({ specifier, isDynamic }) => (isDynamic ? [] : (targets[specifier ?? ""] ?? [])));
    let body = text;
    for (const { offset, isDynamic } of imports.toReversed()) {
      if (isDynamic) body = body.slice(0, offset) + wrapped(body.slice(offset));
    }
    await writeFile(module, `const __module = __beginModule(import.meta.url);${body.replace(/^#!/, "//")}\n;__endModule(__module);`);
  }
  return links;
}

/** CommonJS that tells when it begins: only a directive may be before that. */
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
function clockedWholes(
  noted: readonly Clocked[],
  links: Readonly<Record<string, readonly string[]>>,
  entry: string,
): ReadonlyMap<string, number> {
  const byFile = new Map(noted.map((each) => [each.file, each]));
  const parents = new Map<string, string>();
  const imported = new Set(Object.values(links).flat());
  const visit = (file: string): void => {
    for (const target of links[file] ?? []) {
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
 * The same as shown. What is required is found, read and compiled while the module is evaluated that requires it; what ES modules import is
 * loaded before that, also what they import of Node.js, where no clock runs.
 */
function shownWholes(
  { modules }: JsonImports,
  isModule: (file: string | null | undefined) => boolean,
  entry: string,
): ReadonlyMap<string, number> {
  const wholes = new Map<string, number>();
  const add = (files: Iterable<string>, ticks: number): void => {
    for (const file of new Set(files)) wholes.set(file, (wholes.get(file) ?? 0) + ticks);
  };
  for (const { file, ownTicks, loadTicks, parent } of modules) {
    const importer = parent === null ? undefined : modules[parent]?.file;
    const isOfNode = file === null || file.startsWith("node:");
    if (file === entry || file?.endsWith("/pirates/clock.cjs") === true || (isOfNode && isModule(importer))) continue;
    const above: string[] = [];
    for (let at = parent; at !== null; at = modules[at]?.parent ?? null) above.push(modules[at]?.file ?? "");
    if (!isOfNode || (importer ?? entry) !== entry) add(["", file ?? "", ...above], ownTicks);
    if ((importer ?? entry) !== entry && !isModule(importer)) add(["", ...above], loadTicks);
  }
  return wholes;
}
