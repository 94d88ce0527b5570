import path from "node:path";
import { expect, test } from "vitest";
import { addPass } from "../../language-server/history/run-passes.ts";
import { draftOf, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { officialClient } from "./official-clients.ts";

const text = "function handle() {\n  return make().length;\n}\nfunction make() {\n  return [1, 2, 3];\n}\nhandle();\n";

test("a function says what it allocates, where a pass of its run has measured that", async () => {
  const app = await makeApp({ "server.js": text });
  const drawing = { scripts: { "server.js": text }, load: { requests: 10 } };
  const run = await drawRun(app, { ...drawing, threads: ["100 | server.js handle@1:16 2:10\n500 | (garbage collector)"] });
  const stacks = "60 | server.js handle@1:16 1:16 > server.js make@4:14 4:14\n30 | server.js handle@1:16 1:16 > slice";
  await addPass(run, "allocations", draftOf(app, { ...drawing, threads: [stacks] }));
  await using client = await officialClient("2026-07-28", { args: ["--root", app.folder, "--runs", path.dirname(run)] });
  const found = await client.call("heatline_function");
  expect(found.text).toContain("`handle` at server.js:2 `return make().length;`, allocates 3 kB per request, 33.3 % of all");
  expect(found.data["rows"]).toEqual([
    expect.objectContaining({ name: "handle", allocates: { bytes: 3000, perRequest: true, percent: 33.3 } }),
  ]);
  const advice = await client.call("heatline_advice");
  expect(advice.text).toContain(
    "which functions allocate most: make server.js:4 (66.7 %, 6 kB per request), handle server.js:1 (33.3 %, 3 kB per request)",
  );
});
