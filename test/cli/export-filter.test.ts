import { beforeAll, expect, test } from "vitest";
import { drawRun } from "../drivers/server/drawn-run.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../drivers/server/orders-app.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
let app: OrdersApp;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeOrdersApp()]);
});

async function exported(format: string, options: readonly string[], run = app.run): Promise<string> {
  const { code, out, err } = await cli.run(["export", run, "--format", format, ...options], { cwd: app.folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

/** A page's facts and tables. */
function textsOf(html: string): string {
  return html.replace(/<iframe.*<\/iframe>/s, "");
}

/** Self time of the frames in the page's graph, in ms, and of all that it draws. */
function graphOf(html: string): {
  readonly self: Readonly<Record<string, number>>;
  readonly all: number;
  readonly names: readonly string[];
} {
  const [, json = "{}"] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const { shared, profiles } = JSON.parse(json) as {
    shared: { frames: readonly { name: string }[] };
    profiles: readonly { samples: readonly (readonly number[])[]; weights: readonly number[]; endValue: number }[];
  };
  const self: Record<string, number> = {};
  for (const { samples, weights } of profiles)
    for (const [index, stack] of samples.entries()) {
      const name = shared.frames[stack.at(-1) ?? -1]?.name ?? "no frame";
      self[name] = (self[name] ?? 0) + (weights[index] ?? 0) / 1000;
    }
  const used = new Set(profiles.flatMap(({ samples }) => samples.flat()));
  const names = [...used].map((frame) => shared.frames[frame]?.name ?? "").sort();
  return { self, all: profiles.reduce((sum, { endValue }) => sum + endValue / 1000, 0), names };
}

test("kinds, functions, a file and what is not below are left out of picture, page and summary, which say so", async () => {
  const kinds = ["--hide-kinds", "native,deps,gc"];
  const says = "hidden, counted for the callers: 74.5 % native code, 10.0 % dependencies, 8.0 % garbage collection";
  const markdown = await exported("markdown", kinds);
  expect(markdown).toContain(`- **Filter**: ${says} · 8.0 % of the busy time has no shown caller and is left out`);
  expect(markdown).toContain("| load | 10.0 % | 10.0 % | 100 |");
  expect(markdown).not.toContain("| parse |");
  const svg = await exported("svg", kinds);
  expect(svg).toContain(`>Filter: ${says.slice(0, 60)}`);
  expect(svg).not.toContain("parse (");
  const html = await exported("html", kinds);
  expect(textsOf(html)).toContain(`<dd>${says} · `);
  expect(textsOf(html)).not.toContain("<td>parse</td>");
  expect(graphOf(html).names).toEqual(["(program)", "handler", "hash", "load"]);
  expect(graphOf(await exported("html", [])).names).toContain("parse");

  const below = ["--below", "hash@util.js:3", "--hide", "stringify"];
  const belowSays = "hidden, counted for the callers: 45.0 % in 1 function · 25.0 % left out: only below hash";
  expect(await exported("markdown", below)).toContain(`- **Filter**: ${belowSays}`);
  const page = await exported("html", below);
  expect(textsOf(page)).toContain(`<dd>${belowSays}</dd>`);
  expect(textsOf(page)).toContain("<td>hash</td><td>75.0 %</td>");
  // As in the table: native code that it called is its self.
  expect(graphOf(page)).toMatchObject({ names: ["hash"], self: { hash: 750 } });
  expect(await exported("svg", ["--static", "--file", "PARSER"])).toContain("90.0 % left out: only through PARSER · Busy time: ");
});

test("what a filter leaves out is drawn as no frame: (program) is only V8 itself", async () => {
  // 20 of the 1,000 ms are V8's; the garbage collector's 80 have no caller.
  const collected = await exported("html", ["--hide-kinds", "gc"]);
  expect(graphOf(collected)).toMatchObject({ self: { "(program)": 20, hash: 750, handler: 50 }, all: 920 });
  expect(textsOf(collected)).toContain("<dd>hidden, counted for the callers: 8.0 % garbage collection · 8.0 % of the busy time");
  const below = await exported("html", ["--below", "load"]);
  expect(graphOf(below)).toEqual({ self: { parse: 100 }, all: 100, names: ["load", "parse"] });
  expect(textsOf(below)).toContain("<dd>90.0 % left out: only below load</dd>");
  for (const options of [
    ["--hide-kinds", "gc"],
    ["--below", "load"],
  ]) {
    const titles = [...(await exported("svg", options)).matchAll(/<title>(\(.*?) · (.*?) · /g)].map(([, name, share]) => [name, share]);
    expect(titles).toEqual(options[0] === "--below" ? [] : [["(program)", "2.0 %"]]);
  }
});

test("merged recursion is said of the graph, and changes no figure", async () => {
  const recursive = "10 | server.js handler@3:16 5:11 > server.js handler@3:16 5:11 > server.js handler@3:16 5:11";
  const run = await drawRun(app, { scripts: { "server.js": serverText }, threads: [recursive] });
  const [merged, plain] = [await exported("html", ["--merge-recursion"], run), await exported("html", [], run)];
  const samplesIn = (html: string): string | undefined => /"samples":(\[\[.*?\]\])/.exec(html)?.[1];
  expect(samplesIn(merged)).toContain("[[0]");
  expect(samplesIn(plain)).toContain("[[0,0,0]");
  expect(textsOf(merged)).toContain("<dd>recursion merged</dd>");
  const rows = (html: string): readonly string[] => html.match(/<td>.*?<\/td>/g) ?? [];
  expect(rows(merged)).toEqual(rows(plain));
});

test("a function that is not there, and one of several with its name, are named with what to write", async () => {
  const threads = ["7 | server.js work@3:16 5:11\n3 | util.js work@3:13 5:25"];
  const run = await drawRun(app, { scripts: { "server.js": serverText, "util.js": utilText }, threads });
  const failure = async (...options: readonly string[]): Promise<string> => {
    const { code, out, err } = await cli.run(["export", run, "--format", "svg", ...options]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    return err;
  };
  expect(await failure("--below", "play")).toBe(
    "heatline: There is no function play in this profile. Name one as heatline report lists it, or as NAME@FILE:LINE.\n",
  );
  expect(await failure("--hide", "work@server.js:4")).toContain("There is no function work@server.js:4 in this profile.");
  expect(await failure("--below", "work")).toBe(
    "heatline: Several functions are called work: server.js:3, util.js:3. Name one with its place, such as work@server.js:3.\n",
  );
  expect(await exported("markdown", ["--below", "work@util.js:3"], run)).toContain("70.0 % left out: only below work");
  // A name hides all functions called so.
  expect(await failure("--hide", "work")).toContain("has no samples here: without work, work.");
});

test.each([
  [["--format", "pprof", "--below", "hash"], "--below is for svg, html, markdown only."],
  [["--format", "svg", "--hide-kinds", "deps,toys"], "--hide-kinds accepts own, deps, node, native, gc, program, compile, not “toys”."],
])("%j is wrong usage", async (options, sentence) => {
  expect(await cli.run(["export", app.run, ...options])).toEqual({ code: 2, out: "", err: `heatline: ${sentence}\n` });
});
