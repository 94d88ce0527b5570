import { beforeAll, expect, test } from "vitest";
import { addPass } from "../../../language-server/history/run-passes.ts";
import { passFindings } from "../../../language-server/protocol/explain/pass-findings.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { counted } from "../../drivers/counted-text.ts";
import { countedText, drawCounts } from "../../drivers/server/counts-run.ts";
import { type DrawnApp, draftOf, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let app: DrawnApp;
let bundle: string;
let run: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeApp({ "server.js": countedText }), bundleServer()]);
  run = await drawCounts(app);
});

test("the lens of a function says how often a request calls it and what a call takes in the run; not once it is edited", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("server.js"), countedText);
  const lenses = async (): Promise<readonly string[]> =>
    (await client.lensTitles(app.uri("server.js"))).filter((title) => title.includes("total"));
  expect(await lenses()).toEqual([
    "0: 60.0 % total · 60.0 % self · 60 ms · 1.2 ms per request · ×2,000 per request · 0.6 µs a call",
    "3: 100.0 % total · 40.0 % self · 100 ms · 2.0 ms per request · ×1 per request · 2.0 ms a call",
  ]);
  await client.edit(app.uri("server.js"), 2, [1, 2], [1, 8], "return 1 +");
  expect((await lenses()).map((title) => title.includes("a call"))).toEqual([false, true]);
});

test("the hover says how often a line ran, and whether a function is called too often", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("server.js"), countedText);
  const hover = (line: number): Promise<string> => client.hoverText(app.uri("server.js"), line - 1);
  const basis = "Counted in a pass of its own, on average over all 50 requests since the start of the app. Times are those of the run.";
  expect(await hover(1)).toContain("small: ×2,000 per request · 0.6 µs a call");
  expect(await hover(1)).toContain("Called often: little time a call, but many calls.");
  expect(await hover(4)).toContain("handle: ×1 per request · 2.0 ms a call");
  expect(await hover(6)).toMatch(/×1 per request[^]*over all 50 requests/);
  expect(await hover(7)).toMatch(/×2,000 per request · 1\.0 µs a call/);
  expect(await hover(11)).toContain("ran 1× in all");
  expect(await hover(7)).toContain(basis);
  expect(await hover(8)).not.toContain("×");
  await client.edit(app.uri("server.js"), 2, [6, 4], [6, 7], "total");
  expect(await hover(7)).not.toContain("×2,000");
});

test("without answered requests counts are in all, and that is said", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: await drawCounts(app, 0) });
  await client.open(app.uri("server.js"), countedText);
  const shown = await client.hoverText(app.uri("server.js"), 6);
  expect(shown).toContain("ran 100,000× in all");
  expect(shown).toContain("The app received no HTTP request in the counts pass");
});

test("what a counts pass found is said with the function that is called most often for its time", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const { text: found } = await client.request(passFindings, { passes: ["counts"] });
  expect(found).toBe("small is called ×2,000 per request · 0.6 µs a call.");
});

test("a loop that grows with the square of another one is named with the counts of two runs", async () => {
  const pairs = `function pairs(items) {
  let found = 0;
  for (const one of items) {
    for (const other of items) {
      found += Number(one === other);
    }
  }
  return found;
}
`;
  const own = await makeApp({ "pairs.js": pairs });
  const stacks = ["90 | pairs.js pairs@1:15 5:15\n10 | (idle)"];
  const measured = async (size: number): Promise<string> => {
    const drawing = { scripts: { "pairs.js": pairs }, threads: stacks, load: { requests: 5 } };
    const folder = await drawRun(own, drawing);
    const functions = counted(`${pairs}for (let r = 0; r < 5; r++) pairs(Array.from({ length: ${size} }));`);
    await addPass(folder, "counts", {
      ...draftOf(own, drawing),
      counts: [{ thread: 0, requests: 5, scripts: [{ script: 0, functions }] }],
    });
    return folder;
  };
  const first = await measured(20);
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: first });
  await client.open(own.uri("pairs.js"), pairs);
  const hover = (): Promise<string> => client.hoverText(own.uri("pairs.js"), 3);
  expect(await hover()).not.toContain("square");
  await client.request(openRun, { folder: await measured(40) });
  const evidence =
    "Grows with the square of the loop on line 3, measured at two sizes: when that loop ran 20× and 40× a call, this one ran 400× and 1,600×.";
  expect(await hover()).toContain(evidence);
  await client.edit(own.uri("pairs.js"), 2, [0, 0], [0, 0], "// moved\n");
  expect(await client.hoverText(own.uri("pairs.js"), 4)).toContain(evidence.replace("line 3", "line 4"));
});
