import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { MarkName } from "../../../language-server/recording/in-app/marks/mark-rows.ts";
import { buildWaits } from "../../drivers/waits-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const fixtures = path.join(root, "test/fixtures/waits");
const programs = path.join(fixtures, "loading");
const tsx = path.join(root, "node_modules/tsx/dist");

interface Measured {
  readonly reach: string;
  readonly names: readonly MarkName[];
  readonly sites: readonly (readonly [site: number, count: number, rejected: number, us: number])[];
  readonly unread: number;
  readonly left: number;
  readonly argv: readonly string[];
}

interface Ran {
  readonly stdout: string;
  /** Such as `lib.cjs:2 await work(1) 3`: how often it settled; `/1`: of these once with a rejection. */
  readonly waits: readonly string[];
  readonly measured: Measured;
}

/** Runs a program with its waits measured. */
async function run(major: number, args: readonly string[], options: readonly string[] = []): Promise<Ran> {
  const { hooks, parser } = await buildWaits();
  const output = await mkdtemp(path.join(os.tmpdir(), "waits-loading-"));
  try {
    const nodeOptions = [`--require ${path.join(fixtures, "preload.cjs")}`, ...options].join(" ");
    const env = { ...process.env, NODE_OPTIONS: nodeOptions, WAITS_BUNDLE: hooks, WAITS_PARSER: parser, WAITS_OUTPUT: output };
    const { stdout } = await promisify(execFile)(await nodeOf(major), args, { cwd: programs, env, timeout: 60_000 });
    const files = await readdir(output);
    const all = await Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(output, file), "utf8")) as Measured));
    const program = path.basename(args.at(-1) ?? "");
    // Compilers are processes, too.
    const measured = all.find(
      ({ argv, names }) => argv.some((arg) => arg.endsWith(program)) && names.some(({ table }) => table === "site"),
    );
    if (measured === undefined) throw new Error(`Nothing was measured: ${JSON.stringify(all)}`);
    return { stdout: stdout.trim(), waits: settled(measured), measured };
  } finally {
    await rm(output, { recursive: true });
  }
}

function settled({ names, sites }: Measured): readonly string[] {
  const urls = new Map(names.flatMap((name) => (name.table === "script" ? [[name.id, name.url] as const] : [])));
  const counts = new Map(sites.map(([site, count, rejected]) => [site, `${count}${rejected > 0 ? `/${rejected}` : ""}`]));
  return names
    .flatMap((name) => {
      if (name.table !== "site") return [];
      const file = path.basename(urls.get(name.script) ?? "");
      return [`${file}:${name.line}:${name.column} ${name.kind} ${name.text} ${counts.get(name.id) ?? 0}`];
    })
    .toSorted();
}

const ofModules = [
  "app.mjs:10:0 await named(6) 1",
  "app.mjs:6:0 await fromModule(3) 1",
  "app.mjs:7:0 await fromCommonJs(4) 1",
  "app.mjs:8:0 await required(5) 1",
  'app.mjs:9:18 await import("./dynamic.mjs?version=1") 1',
  "common.cjs:2:34 await i 4",
  "dynamic.mjs?version=1:1:72 await [i] 6",
  "module.mjs:2:34 await null 3",
  "required.cjs:2:2 for-await Array(times - 1).fill(1) 5",
];

test.each([18, 20, 24, 26])("Node %i: modules, and what they import and require", async (major) => {
  const { waits, measured } = await run(major, ["esm/app.mjs"]);
  expect(waits).toEqual(ofModules);
  expect(measured).toMatchObject({ reach: "all", unread: 0, left: 0 });
});

test.each([18, 20, 24, 26])("Node %i: what is required, and modules that it imports", async (major) => {
  const { waits, measured } = await run(major, ["cjs/app.cjs"]);
  expect(waits).toEqual([
    "app.cjs:3:2 await work(7) 1",
    'app.cjs:4:2 await import("../esm/dynamic.mjs").then(({ named }) => named(2)) 1',
    "dynamic.mjs:1:72 await [i] 2",
    "lib.cjs:2:34 await Promise.reject(i).catch(() => i) 7",
    'lib.cjs:4:4 await Promise.reject(new Error("expected")) 1/1',
  ]);
  expect(measured).toMatchObject({ reach: "all", unread: 0, left: 0 });
});

test.each([20, 26])("Node %i: a module that nothing but its text tells", async (major) => {
  const { waits, measured } = await run(major, ["ambiguous/app.js"]);
  expect(waits).toEqual(["app.js:2:65 await count 8", "app.js:3:0 await times(8) 1"]);
  expect(measured).toMatchObject({ reach: "all", unread: 0, left: 0 });
});

test.each([24, 26])("Node %i: TypeScript whose types Node strips, at its own places", async (major) => {
  const { waits, stdout } = await run(major, ["ts-esm/app.ts"]);
  expect(waits).toEqual([
    "app.ts:8:0 await work(times as number) 1",
    "lib.ts:11:31 await Promise.resolve({ value: i }) 5",
    "lib.ts:14:50 await value 1",
    "lib.ts:15:10 await last<number>(sum) 1",
  ]);
  expect(stdout).toBe("app.ts:9");
  expect((await run(major, ["ts-strip-cjs/app.ts"])).waits).toEqual(["app.ts:4:42 await sleep(1 as number) 3"]);
});

const withoutPlaces = (waits: readonly string[]): readonly string[] => waits.map((wait) => wait.replace(/:\d+:\d+/, ""));

test.each([18, 20, 24, 26])("Node %i: TypeScript that tsx compiles, whose errors keep their lines", async (major) => {
  const ofLib = ["lib.ts await Promise.resolve({value:i}) 5", "lib.ts await last(sum) 1", "lib.ts await value 1"];
  const modules = await run(major, ["--import", path.join(tsx, "loader.mjs"), "ts-esm/app.ts"]);
  expect(withoutPlaces(modules.waits).toSorted()).toEqual(["app.ts await work(times) 1", ...ofLib]);
  expect(modules.stdout).toBe("app.ts:9");
  const commonJs = await run(major, [path.join(tsx, "cli.mjs"), "ts-cjs/app.ts"]);
  expect(withoutPlaces(commonJs.waits).toSorted()).toEqual(ofLib);
  expect(commonJs.stdout).toBe("app.ts:9");
});
