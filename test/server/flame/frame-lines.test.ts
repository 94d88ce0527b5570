import { beforeAll, expect, test } from "vitest";
import type { StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { flame, type FrameLocation, locateFrame } from "../../../language-server/protocol/flame.ts";
import { hotChildren, hotFunctions, type HotRow } from "../../../language-server/protocol/hot-functions.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

/** `walk` is reached by two paths, and each has its time on another line. */
const text = `function walk(node) {
  const all = node.children.map((each) => each.name);
  if (node.deep) walk(node.next);
  return JSON.stringify(all);
}

function list(root) {
  return walk(root);
}

function save(root) {
  const text = walk(root);
  fs.writeFileSync("out", text);
  return text;
}

function main(root) {
  list(root);
  save(root);
}
`;
const walk = "app.js walk@1:14";
const main = "app.js main@17:14";
const save = `${main} 19:3 > app.js save@11:14`;
const drawing = `
60 | ${main} 18:3 > app.js list@7:14 8:10 > ${walk} 2:29 > map
25 | ${main} 18:3 > app.js list@7:14 8:10 > ${walk} 4:15 > stringify
10 | ${save} 12:16 > ${walk} 2:29 > map
50 | ${save} 12:16 > ${walk} 4:15 > stringify
30 | ${save} 12:16 > ${walk} 3:18 > ${walk} 4:15 > stringify
45 | ${save} 13:6 > node:fs writeFileSync@1:1 9:1 > node:fs openSync@20:1 21:1 > open
 5 | (garbage collector)
`;

let app: DrawnApp;
let bundle: string;
let run: string;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  bundle = await bundleServer();
  run = await drawRun(app, { scripts: { "app.js": text, "node:fs": "" }, threads: [drawing, `40 | ${main} 19:3 > ${walk} 2:29`] });
});

/** Opens the run and its flame graph; `to` says where a click on the last frame of a path leads. */
async function shown(filter: Partial<StackFilter> = {}, folder = run) {
  const client = await LspClient.start(bundle);
  await client.request(openRun, { folder });
  await client.select({ filter });
  const graph = await client.request(flame, {});
  const names = graph.profile.shared.frames.map(({ name }) => name);
  const to = async (
    frames: string,
    {
      part = "whole",
      timeline = 0,
      mergesRecursion = false,
    }: { part?: "whole" | "callees" | "callers"; timeline?: number; mergesRecursion?: boolean } = {},
  ): Promise<string> => {
    const rows = frames.split(" > ").map((name) => names.indexOf(name));
    const frame = (part === "callers" ? rows[0] : rows.at(-1)) ?? -1;
    return textOf(await client.request(locateFrame, { frame, path: { timeline, part, frames: rows, mergesRecursion } }));
  };
  const declared = async (name: string): Promise<string> => textOf(await client.request(locateFrame, { frame: names.indexOf(name) }));
  return { client, to, declared, names };
}

function textOf(found: FrameLocation | null): string {
  if (found === null) return "nowhere";
  const { line, character } = found.range.start;
  return `${found.uri.replace(/^.*\//, "")}:${line + 1}:${character + 1}${found.isCaller ? " calls it" : ""}`;
}

test("a frame leads to the line with most of its time under its callers, and without them to its declaration", async () => {
  const { client, to, declared } = await shown();
  await using _ = client;
  expect(await to("main > list > walk")).toBe("app.js:2:30");
  expect(await to("main > save > walk")).toBe("app.js:4:16");
  expect(await to("main > save > walk > walk")).toBe("app.js:4:16");
  expect(await to("main > save")).toBe("app.js:12:17");
  expect(await to("main")).toBe("app.js:19:4");
  expect(await declared("walk")).toBe("app.js:1:15");
});

test("in the sandwich callees start at a function's outermost call, and callers end there", async () => {
  const { client, to } = await shown();
  await using _ = client;
  const callees = { part: "callees" } as const;
  const callers = { part: "callers" } as const;
  expect(await to("walk", callees)).toBe("app.js:4:16");
  expect(await to("save > walk", callees)).toBe("app.js:4:16");
  expect(await to("list > walk", callees)).toBe("app.js:2:30");
  expect(await to("walk > walk", callees)).toBe("app.js:4:16");
  expect(await to("save > walk", callers)).toBe("app.js:12:17");
  expect(await to("main > save > walk", callers)).toBe("app.js:19:4");
  expect(await to("main > list > walk", callers)).toBe("app.js:18:4");
  expect(await to("walk", callers)).toBe("app.js:4:16");
});

test("Node's own and native frames lead to the line of own code that called them, through whatever is between", async () => {
  const { client, to, declared } = await shown({ showsNative: true });
  await using _ = client;
  expect(await to("main > save > writeFileSync")).toBe("app.js:13:7 calls it");
  expect(await to("main > save > writeFileSync > openSync > open")).toBe("app.js:13:7 calls it");
  expect(await to("main > list > walk > map")).toBe("app.js:2:30 calls it");
  expect(await to("stringify", { part: "callees" })).toBe("app.js:4:16 calls it");
  expect(await to("openSync > open", { part: "callees" })).toBe("app.js:13:7 calls it");
  expect(await to("writeFileSync > openSync", { part: "callers" })).toBe("app.js:13:7 calls it");
  expect(await declared("open")).toBe("app.js:13:7 calls it");
  expect(await to("(garbage collector)")).toBe("nowhere");
});

test("Hot Functions lead where a click leads: functions, callers, callees, and what cannot be opened", async () => {
  const { client, to } = await shown({ showsNative: true });
  await using _ = client;
  await client.select({ threads: [0], filter: { showsNative: true } });
  await client.request(flame, {});
  const query = { rankBy: "total", groupBy: "function" } as const;
  const { rows, run: id } = await client.request(hotFunctions, { query, limit: 100 });
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    "(garbage collector)",
    "list",
    "main",
    "map",
    "open",
    "openSync",
    "save",
    "stringify",
    "walk",
    "writeFileSync",
  ]);
  const lineOf = ({ location }: HotRow): string => (location === undefined ? "nowhere" : `app.js:${location.range.start.line + 1}`);
  const clicked = async (path: string, part: "callees" | "callers"): Promise<string> =>
    (await to(path, { part })).replace(/:\d+( calls it)?$/, "");
  for (const row of rows) expect([row.name, lineOf(row)]).toEqual([row.name, await clicked(row.name, "callees")]);
  for (const direction of ["callers", "callees"] as const) {
    for (const row of rows) {
      const found = await client.request(hotChildren, { run: id, query, parent: { direction, path: [row.key] }, limit: 100 });
      for (const step of found.rows) {
        const path = direction === "callers" ? `${step.name} > ${row.name}` : `${row.name} > ${step.name}`;
        expect([direction, path, lineOf(step)]).toEqual([direction, path, await clicked(path, direction)]);
      }
    }
  }
});

test("each thread has lines of its own", async () => {
  const { client, to } = await shown();
  await using _ = client;
  expect(await to("main > walk", { timeline: 1 })).toBe("app.js:2:30");
  expect(await to("walk", { timeline: 1, part: "callees" })).toBe("app.js:2:30");
});

test("a path without repeated functions fits stacks that have them", async () => {
  const { client, to } = await shown({ showsNative: true });
  await using _ = client;
  const mergesRecursion = true;
  expect(await to("main > save > walk", { mergesRecursion })).toBe("app.js:4:16");
  expect(await to("main > save > walk > stringify", { mergesRecursion })).toBe("app.js:4:16 calls it");
  expect(await to("walk > stringify", { part: "callers", mergesRecursion })).toBe("app.js:4:16");
  expect(await to("save > walk > stringify", { part: "callers", mergesRecursion })).toBe("app.js:12:17");
});

test("under a filter the lines are those of what it shows", async () => {
  const below = { name: "save", path: app.path("app.js"), line: 11 };
  const some = await shown({ below, mergesRecursion: true });
  await using _ = some.client;
  expect(await some.to("save > walk")).toBe("app.js:4:16");
  expect(some.names).not.toContain("list");
  const hidden = await shown({ hidden: [{ name: "walk", path: app.path("app.js"), line: 1 }] });
  await using _more = hidden.client;
  expect(await hidden.to("main > list")).toBe("app.js:8:11");
});

test("after an edit the line is where the code is now", async () => {
  const { client, to } = await shown();
  await using _ = client;
  await client.open(app.uri("app.js"), text);
  await client.edit(app.uri("app.js"), 2, [0, 0], [0, 0], "// one\n// two\n");
  expect(await to("main > save > walk")).toBe("app.js:6:16");
});

test("of lines that were inferred the likely one is shown, and without any known line the declaration", async () => {
  const inferred = await drawRun(app, {
    scripts: { "app.js": text },
    threads: [`6 | ${main} 18:3 ≈ > ${walk} 2:29\n9 | ${main} 19:3 ≈ > ${walk} 4:15`, `5 | app.js list@7:14 0:-1`],
  });
  const { client, to } = await shown({}, inferred);
  await using _ = client;
  expect(await to("main")).toBe("app.js:19:4");
  expect(await to("list", { timeline: 1 })).toBe("app.js:7:15");
});

test("of a file that is not on this machine the line of own code that called it is shown", async () => {
  const gone = await drawRun(app, {
    scripts: { "app.js": text, "node_modules/gone/main.js": "module.exports = () => 1;\n" },
    threads: [`9 | ${main} 19:3 > node_modules/gone/main.js work@1:18 1:24`],
  });
  const { client, to } = await shown({}, gone);
  await using _ = client;
  expect(await to("main > work")).toBe("app.js:19:4 calls it");
});

test("a path of frames that the graph does not have is refused, and one that no stack has leads to the declaration", async () => {
  const { client, to, names } = await shown();
  await using _ = client;
  const path = { timeline: 0, part: "whole", frames: [100_000], mergesRecursion: false } as const;
  const frame = names.indexOf("walk");
  expect(await client.refused(locateFrame, { frame, path })).toBe("The flame graph shows another run now. Open the flame graph again.");
  expect(await client.refused(locateFrame, { frame, path: { ...path, frames: [] } })).toContain("was not understood");
  expect(await to("list > main > walk")).toBe("app.js:1:15");
  expect(await to("main > walk", { timeline: 7 })).toBe("app.js:1:15");
});
