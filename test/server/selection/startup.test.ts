import { expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { startupSpan } from "../../../language-server/analysis/startup/startup-span.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { timeline } from "../../../language-server/protocol/timeline.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const text = "load();\nfunction load() {\n  return JSON.parse(file);\n}\n\nfunction serve() {\n  return JSON.stringify({});\n}\n";

test("the start of a server is a part of its run that every view follows; everything else is as before", async () => {
  const app = await makeApp({ "app.js": text });
  const threads = ["300 | app.js load@2:13 3:9\n700 | app.js serve@6:14 7:9"];
  const run = { window: "first-line", end: "stopped", listenedAtMs: 300 } as const;
  const folder = await drawRun(app, { scripts: { "app.js": text }, threads, run });
  await using client = await LspClient.start(await bundleServer());
  const whole = await client.request(openRun, { folder });
  expect([whole.listenedAtMs, whole.selection, whole.selectionText, whole.busyTicks]).toEqual([300, everything, "", 1000]);
  const strip = await client.request(timeline, { view: "panel", columns: 10 });
  expect(strip?.listenedAt).toBe(300_000);
  await client.open(app.uri("app.js"), text);
  expect((await client.heat(app.uri("app.js"))).map(({ line }) => line + 1)).toEqual([3, 7]);

  const span = startupSpan(whole);
  const start = await client.select({ spans: span === undefined ? null : [span] });
  expect([start.selectionText, start.busyTicks]).toEqual(["start-up", 300]);
  expect((await client.heat(app.uri("app.js"))).map(({ line }) => line + 1)).toEqual([3]);
  expect(await client.lensTitles(app.uri("app.js"))).toEqual([expect.stringContaining("100.0 % total"), expect.anything()]);
  const hot = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 10 });
  expect(hot.rows.map(({ name, share }) => [name, share])).toEqual([["load", 1]]);
  expect((await client.request(flame, {})).filterText).toBe("start-up");

  const again = await client.select({});
  expect([again.selectionText, again.busyTicks]).toEqual(["", 1000]);
});
