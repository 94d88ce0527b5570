import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { addPass } from "../../language-server/history/run-passes.ts";
import { passFindings } from "../../language-server/protocol/explain/pass-findings.ts";
import { type HeatLine, openRun } from "../../language-server/protocol/shown-run.ts";
import { hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import { draftOf, type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = "function handle() {\n  return make().length;\n}\nfunction make() {\n  return [1, 2, 3];\n}\nhandle();\n";

let app: DrawnApp;
let bundle: string;
let run: string;
let plain: string;

/** A tick of the pass is 1,000 bytes: 10 requests, of which each has 6,000 made and 3,000 copied by what `handle` calls. */
beforeAll(async () => {
  [app, bundle] = await Promise.all([makeApp({ "server.js": text }), bundleServer()]);
  const scripts = { "server.js": text };
  const drawing = { scripts, load: { requests: 10 }, threads: ["100 | server.js handle@1:16 2:10"] };
  plain = await drawRun(app, drawing);
  run = await drawRun(app, drawing);
  const pass = {
    ...drawing,
    threads: ["60 | server.js handle@1:16 1:16 > server.js make@4:14 4:14\n30 | server.js handle@1:16 1:16 > slice"],
  };
  await addPass(run, "allocations", draftOf(app, pass));
});

const drawn = (lines: readonly HeatLine[]): readonly string[] =>
  lines.map(({ line, step, text: said }) => `${line + 1} step ${step} ${said}`);
const [handled, made] = ["allocates 3 kB per request, 33.3 % of all", "allocates 6 kB per request, 66.7 % of all"];

async function opened(folder: string, heatBy: "allocated" | "withLibraries"): Promise<LspClient> {
  const client = await LspClient.start(bundle);
  await client.change({ heatBy });
  await client.request(openRun, { folder });
  await client.open(app.uri("server.js"), text);
  return client;
}

test("lenses and hovers of functions say what they allocate, and Hot Functions does", async () => {
  await using client = await opened(run, "withLibraries");
  const titles = await client.lensTitles(app.uri("server.js"));
  expect(titles.filter((title) => title.includes("allocates"))).toEqual([expect.stringContaining(handled)]);
  expect(await client.hoverText(app.uri("server.js"), 3)).toContain(made);
  const hover = await client.hoverText(app.uri("server.js"), 0);
  expect(hover).toContain(handled);
  expect(hover).toContain("V8 reports functions, no lines; buffers outside its heap are not counted.");
  expect(await client.hoverText(app.uri("server.js"), 5)).not.toContain("allocates");
  const { rows } = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 5 });
  expect(rows.map(({ name, waits }) => [name, waits])).toEqual([["handle", handled]]);
});

test("heat by what is allocated is at the lines where functions start; lists say that they show time", async () => {
  await using client = await opened(run, "allocated");
  expect(drawn(await client.heat(app.uri("server.js")))).toEqual([`1 step 6 ${handled}`, `4 step 7 ${made}`]);
  const { otherHeat } = await client.request(openRun, { folder: run });
  expect(otherHeat).toMatchObject({
    lines: [
      { label: "server.js:4", text: made },
      { label: "server.js:1", text: handled },
    ],
    about: "Heat in the code is what functions allocate, at the lines where they start: V8 has no lines.",
    goTo: "Go to the function that allocates most, server.js:4",
  });
  const { filterText } = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 5 });
  expect(filterText).toBe("CPU time: allocations are shown in the code only");
});

test("a run without the pass keeps its heat by time", async () => {
  await using client = await opened(plain, "allocated");
  expect(drawn(await client.heat(app.uri("server.js")))).toEqual(["2 step 7 100.0 % self · 100.0 % total"]);
});

test("what the pass found is said in a sentence, with the function that allocates most", async () => {
  await using client = await opened(run, "withLibraries");
  const found = await client.request(passFindings, { passes: ["allocations"] });
  expect(found.text).toBe(`server.js:4 ${made}.`);
  expect(found.location).toMatchObject({ uri: app.uri("server.js"), range: { start: { line: 3 } } });
});

test("the pass opened alone is the run that it is of, as bytes are no time", async () => {
  await using client = await opened(path.join(run, "passes/allocations"), "withLibraries");
  expect(drawn(await client.heat(app.uri("server.js")))).toEqual(["2 step 7 100.0 % self · 100.0 % total"]);
});
