import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrawnApp, type Drawing, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { blockedRun, endedRun, tailRun } from "../drivers/server/tail-run.ts";
import { drawWaits, serverText } from "../drivers/server/waits-run.ts";
import { generations, officialClient, type OfficialClient } from "./official-clients.ts";

let app: DrawnApp;

beforeAll(async () => {
  app = await makeApp(tailRun(2000).scripts);
});

afterAll(() => rm(path.dirname(app.folder), { recursive: true }));

const clientOf = (generation: (typeof generations)[number], of: DrawnApp = app): Promise<OfficialClient> =>
  officialClient(generation, { args: ["--root", of.folder, "--runs", of.runsFolder] });

/** The id of a run that is drawn. */
async function drawn(drawing: Drawing, of: DrawnApp = app): Promise<{ readonly run: string }> {
  return { run: path.basename(await drawRun(of, drawing)) };
}

test.each(generations)("a client of %s hears what blocked the event loop, on which line", async (generation) => {
  await using client = await clientOf(generation);
  const { text, data } = await client.call("heatline_blocks", await drawn(blockedRun()));
  expect((data["rows"] as unknown[])[0]).toMatchObject({
    kind: "block",
    fromSeconds: 2.5,
    ms: expect.closeTo(212, -1),
    at: "app.js:8",
    code: "return pattern.test(name);",
    function: "match",
  });
  expect(text).toContain("one call app.js:8 `return pattern.test(name);` in `match`");
  expect(Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(2000);
});

test("the slowest requests begin with p99 and its cause, and a moment names what blocked the loop meanwhile", async () => {
  await using client = await clientOf("2026-07-28");
  const { text, data } = await client.call("heatline_slowest_requests", await drawn(blockedRun()));
  expect(text).toContain("app.js:8 match blocked the event loop while 10 of 10 slow requests waited");
  expect((data["rows"] as unknown[])[0]).toMatchObject({
    request: "GET /",
    fromSeconds: 2.5,
    requests: 10,
    blockedBy: "app.js:8 match blocked the loop for 212 ms",
  });
});

test("of a run with a waits pass, what the time of the slowest requests went to, beside usual ones", async () => {
  const of = await makeApp({ "server.js": serverText });
  try {
    const { run } = await drawWaits(of);
    await using client = await clientOf("2026-07-28", of);
    const { text, data } = await client.call("heatline_slowest_requests", { run: path.basename(run) });
    const [slowest = "", usual = ""] = data["explained"] as readonly string[];
    expect(slowest).toMatch(/^The slowest 1 % \(1\), on average: 69 ms = .* \+ 58 held up by GET \/report \(server\.js:12 report\) /);
    expect(usual).toMatch(/^As many usual requests, on average: 11 ms = /);
    expect(text).toContain(slowest);
  } finally {
    await rm(path.dirname(of.folder), { recursive: true });
  }
});

test("lines that ran more than usual are named where that is sure enough, and failures are said first", async () => {
  await using client = await clientOf("2025-11-25");
  const { data } = await client.call("heatline_slowest_requests", await drawn(tailRun(2000)));
  expect((data["said"] as string[])[0]).toContain("app.js:8 match ran more than usual");
  expect((data["rows"] as unknown[])[0]).toMatchObject({ ranMore: "app.js:8 match" });
  const failed = await client.call("heatline_slowest_requests", await drawn(endedRun("timeout", 0)));
  expect(failed.text).toContain("Every request failed");
});

test("names that are markup, or cannot be seen, change nothing in an answer", async () => {
  const odd = await makeApp({ "odd.js": "function hot() {\n  return '\u202Egnp.exe' + `x` /* ```\u200B <b>[a](command:b) */;\n}\n" });
  try {
    const of = await drawn(
      { scripts: { "odd.js": await readFile(odd.path("odd.js"), "utf8") }, threads: ["100 | odd.js <img>\u202Ex@1:13 2:3"] },
      odd,
    );
    await using client = await clientOf("2026-07-28", odd);
    for (const name of ["heatline_hot_lines", "heatline_function", "heatline_runs", "heatline_blocks"]) {
      const { text, data } = await client.call(name, name === "heatline_runs" ? {} : of);
      expect(`${text}${JSON.stringify(data)}`).not.toMatch(/[\u202A-\u202E\u200B-\u200F]/);
    }
    const { text } = await client.call("heatline_hot_lines", of);
    expect(text).toContain("odd.js:2 ````return '?gnp.exe' + `x` /* ```? <b>[a](command:b) */;```` in `<img>?x`");
  } finally {
    await rm(path.dirname(odd.folder), { recursive: true });
  }
});
