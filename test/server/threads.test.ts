import { beforeAll, expect, test } from "vitest";
import { callersAndCallees } from "../../language-server/protocol/callers.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import { openRun, showThreads } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = `function serve() {
  return render();
}

function render() {
  return JSON.stringify({});
}
`;

let app: DrawnApp;
let run: string;
let bundle: string;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const main = "300 | app.js serve@1:14 2:9 > app.js render@5:15 6:14 > stringify\n100 | app.js serve@1:14 2:9";
  const worker = "100 | app.js render@5:15 6:14 > stringify";
  run = await drawRun(app, { scripts: { "app.js": text }, threads: [main, worker] });
  bundle = await bundleServer();
});

async function texts(client: LspClient): Promise<readonly string[]> {
  return (await client.heat(app.uri("app.js"))).map(({ line, text: shown }) => `${line + 1} ${shown}`);
}

test("threads are shown together or one by one: heat, hover, lens, callers and flame graph follow the choice", async () => {
  await using client = await LspClient.start(bundle);
  const merged = await client.request(openRun, { folder: run });
  expect(merged).toMatchObject({ busyTicks: 500, shownThreads: null, live: false });
  expect(merged.threads.map(({ name, busyTicks }) => [name, busyTicks])).toEqual([
    ["main", 400],
    ["worker 1", 100],
  ]);
  await client.open(app.uri("app.js"), text);
  expect(await texts(client)).toEqual(["2 20.0 % self · 80.0 % total", "6 80.0 % self · 80.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 5)).toContain("400 of 500 busy samples");

  const worker = merged.threads.find(({ name }) => name === "worker 1")?.id ?? -1;
  const chosen = await client.request(showThreads, { threads: [worker] });
  expect(chosen).toMatchObject({ busyTicks: 100, shownThreads: [worker], threads: merged.threads });
  expect(chosen.hotLines.map(({ label }) => label)).toEqual(["app.js:6"]);
  expect(await texts(client)).toEqual(["6 100.0 % self · 100.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 5)).toContain("100 of 100 busy samples");
  expect((await client.lensTitles(app.uri("app.js"))).join()).not.toContain("1:");
  const reference = { uri: app.uri("app.js"), name: "render", line: 4, character: 15 };
  expect((await client.request(callersAndCallees, reference))?.callers).toEqual([]);
  expect((await client.request(flame, {})).profile.profiles.map(({ name }) => name)).toEqual(["worker 1"]);

  await client.request(showThreads, { threads: null });
  expect(await texts(client)).toHaveLength(2);
  expect((await client.request(flame, {})).profile.profiles).toHaveLength(2);
});

test("a thread that the run does not have is refused, and the choice stays", async () => {
  await using client = await LspClient.start(bundle);
  const { threads } = await client.request(openRun, { folder: run });
  await client.request(showThreads, { threads: [threads[0]?.id ?? -1] });
  await expect(client.request(showThreads, { threads: [77] })).rejects.toThrow("This run has no such thread.");
  await expect(client.request(showThreads, { threads: [] })).rejects.toThrow("was not understood");
  expect((await client.request(flame, {})).profile.profiles.map(({ name }) => name)).toEqual(["main"]);
});

test("another run is shown with all its threads", async () => {
  await using client = await LspClient.start(bundle);
  const { threads } = await client.request(openRun, { folder: run });
  await client.request(showThreads, { threads: [threads[1]?.id ?? -1] });
  expect(await client.request(openRun, { folder: run })).toMatchObject({ shownThreads: null, busyTicks: 500 });
});

test("a live run keeps its chosen threads as it grows, and so does the run stored from it", async () => {
  await using client = await LspClient.start(bundle);
  const first = await client.request(openRun, { folder: run, live: true });
  expect(first.live).toBe(true);
  await client.open(app.uri("app.js"), text);
  await client.heat(app.uri("app.js"));
  await client.request(showThreads, { threads: [first.threads[1]?.id ?? -1] });
  expect(await texts(client)).toHaveLength(1);
  const main = "600 | app.js serve@1:14 2:9 > app.js render@5:15 6:14 > stringify";
  const worker = "150 | app.js render@5:15 6:14 > stringify\n50 | app.js serve@1:14 2:9";
  const grown = await drawRun(app, { scripts: { "app.js": text }, threads: [main, worker] });
  expect(await client.request(openRun, { folder: grown, live: true })).toMatchObject({ live: true, busyTicks: 200, shownThreads: [1] });
  expect(await texts(client)).toEqual(["2 25.0 % self · 25.0 % total", "6 75.0 % self · 75.0 % total"]);
  expect(await client.request(openRun, { folder: grown })).toMatchObject({ live: false, busyTicks: 200, shownThreads: [1] });
});

test("if a live state cannot be read, the last one stays shown", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run, live: true });
  await expect(client.request(openRun, { folder: app.folder, live: true })).rejects.toThrow("is not a Heatline run");
  await client.open(app.uri("app.js"), text);
  expect(await texts(client)).toHaveLength(2);
});
