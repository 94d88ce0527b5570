import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makePrivateFolder } from "../../language-server/platform/private/private-folder.ts";
import { deleteRun, pinRun, pruneRuns, renameRun, restoreRun, saveRun, setBaseline } from "../../language-server/protocol/run-details.ts";
import { type RunEntry, type RunList, runs, runsChanged } from "../../language-server/protocol/run-list.ts";
import { closeRun, openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const drawing = { scripts: { "util.js": utilText }, threads: ["90 | util.js hash@3:13 5:13 > update\n10 | (idle)", "5 | (idle)"] };
let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

/** An app with runs of these names, oldest first, one per day. */
async function appWithRuns(...names: readonly string[]): Promise<DrawnApp & { readonly folders: readonly string[] }> {
  const app = await makeApp({ "util.js": utilText });
  const folders: string[] = [];
  for (const [index, name] of names.entries()) {
    folders.push(await drawRun(app, { ...drawing, load: {}, run: { name, startedAt: `2026-01-0${index + 1}T00:00:00.000Z` } }));
  }
  return { ...app, folders };
}

function listOf(client: LspClient): Promise<RunList> {
  return client.request(runs, {});
}

/** `name ← baseline's name`. */
async function baselines(client: LspClient): Promise<readonly string[]> {
  const list = (await listOf(client)).runs;
  return list.map(({ name, baseline }) => `${name} ← ${list.find((each) => each.folder === baseline)?.name ?? "nothing"}`);
}

test("the list has every run with its figures, newest first", async () => {
  const app = await appWithRuns("first", "second");
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const { runs: list, damaged, unlisted } = await listOf(client);
  expect({ damaged, unlisted }).toEqual({ damaged: [], unlisted: 0 });
  expect(list.map(({ name }) => name)).toEqual(["second", "first"]);
  const second: RunEntry = {
    folder: app.folders[1] ?? "",
    id: path.basename(app.folders[1] ?? ""),
    name: "second",
    app: "app",
    startedAt: "2026-01-02T00:00:00.000Z",
    durationMs: 1000,
    nodeVersion: "24.1.0",
    recorder: "exact",
    end: "load-ended",
    standing: { kind: "good", text: "" },
    ratio: 1,
    gitCommit: "",
    threads: 2,
    busy: 90 / 105,
    load: { label: "GET /test", requestsPerSecond: 500, p99Ms: 2, failed: 0 },
    pinned: false,
    isBaseline: false,
    baseline: app.folders[0] ?? "",
    passes: [],
    toolProfiles: [],
  };
  expect(list[0]).toEqual(second);
});

test.each([
  ["the private folder", () => makePrivateFolder("unsaved")],
  [
    "the temporary folder, which stands in for it and where earlier versions kept runs",
    () => mkdtemp(path.join(os.tmpdir(), "heatline-unsaved-")),
  ],
])("a run in %s is saved as soon as possible; other folders are not", async (_place, make) => {
  const app = await appWithRuns("kept");
  const [folder = ""] = app.folders;
  const parent = await make();
  const kept = path.join(parent, path.basename(folder));
  await rename(folder, kept);
  await rm(app.runsFolder, { recursive: true });
  await writeFile(app.runsFolder, "");
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  expect(await client.refused(saveRun, { folder: kept })).toContain(`could not be written to ${app.runsFolder}`);
  await rm(app.runsFolder);
  expect(await client.refused(saveRun, { folder: parent })).toContain("is not a Heatline run");
  // Others could have written to it.
  await chmod(parent, 0o755);
  expect(await client.refused(saveRun, { folder: kept })).toContain("is not a Heatline run");
  await chmod(parent, 0o700);
  expect(await client.request(saveRun, { folder: kept })).toBe(folder);
  expect((await listOf(client)).runs.map(({ name }) => name)).toEqual(["kept"]);
  expect(existsSync(parent)).toBe(false);
});

test("a run has its speed by that of the good run before it, and a mark unless it is good itself", async () => {
  const app = await makeApp({ "util.js": utilText });
  for (const [day, end, load] of [
    [1, "load-ended", { requestsPerSecond: 285 }],
    [2, "crashed", undefined],
    [3, "load-ended", { requestsPerSecond: 5, requests: 1000, non2xx: 900 }],
    [4, "load-ended", { requestsPerSecond: 9975 }],
    [5, "cancelled", { requestsPerSecond: 9975 }],
    [6, "load-ended", { requestsPerSecond: 1, connections: 77 }],
  ] as const) {
    const run = { end, startedAt: `2026-01-0${day}T00:00:00.000Z` };
    await drawRun(app, { ...drawing, run, ...(load === undefined ? {} : { load }) });
  }
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const { runs: list } = await listOf(client);
  expect(list.map(({ standing, ratio }) => [standing.kind, standing.text, ratio])).toEqual([
    ["good", "", undefined],
    ["cancelled", "cancelled", 1],
    ["good", "", 35],
    ["failing", "90 % failed", undefined],
    ["failedStart", "failed to start", undefined],
    ["good", "", undefined],
  ]);
});

test("the baseline of a test is its own previous run, whatever process ran it", async () => {
  const app = await makeApp({ "util.js": utilText });
  for (const [day, name, test] of [
    [1, "a", "adds"],
    [2, "b", "removes"],
    [3, "c", "adds"],
    [4, "script", undefined],
  ] as const) {
    const facts = { runner: "Vitest", file: "/app/a.test.js", runs: 2, apartMs: 900 };
    const argv = ["node", test === undefined ? "util.js" : `worker-${day}.js`];
    await drawRun(app, {
      ...drawing,
      run: {
        name,
        startedAt: `2026-01-0${day}T00:00:00.000Z`,
        end: "exited",
        test: test && { ...facts, name: test },
        app: { cwd: app.folder, workspaceFolders: [app.folder], argv, nodeVersion: "24.1.0", v8Version: "", gitCommit: "" },
      },
    });
  }
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  expect(await baselines(client)).toEqual(["script ← nothing", "c ← a", "b ← nothing", "a ← nothing"]);
});

test("no folder for runs, or none yet, is an empty list", async () => {
  for (const runsFolder of ["", path.join((await makeApp({})).runsFolder, "missing")]) {
    await using client = await LspClient.start(bundle, { runsFolder });
    expect(await listOf(client)).toEqual({ runs: [], damaged: [], unlisted: 0 });
  }
});

test("the previous run of the same app is the baseline until another one is set", async () => {
  const app = await appWithRuns("a", "b", "c");
  await drawRun(app, {
    ...drawing,
    run: {
      name: "other",
      startedAt: "2026-01-09T00:00:00.000Z",
      app: {
        cwd: app.folder,
        workspaceFolders: [app.folder],
        argv: ["node", "other.js"],
        nodeVersion: "24.1.0",
        v8Version: "",
        gitCommit: "",
      },
    },
  });
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  expect(await baselines(client)).toEqual(["other ← nothing", "c ← b", "b ← a", "a ← nothing"]);
  await client.request(setBaseline, { folder: app.folders[0] ?? "", baseline: true });
  expect(await baselines(client)).toEqual(["other ← nothing", "c ← a", "b ← a", "a ← nothing"]);
  await client.request(setBaseline, { folder: app.folders[2] ?? "", baseline: true });
  expect(await baselines(client)).toEqual(["other ← nothing", "c ← b", "b ← c", "a ← c"]);
  await client.request(setBaseline, { folder: app.folders[2] ?? "", baseline: false });
  expect(await baselines(client)).toEqual(["other ← nothing", "c ← b", "b ← a", "a ← nothing"]);
  await client.request(deleteRun, { folder: app.folders[1] ?? "" });
  expect(await baselines(client)).toEqual(["other ← nothing", "c ← a", "a ← nothing"]);
});

test("the list and the opened run name the profiles that tools wrote of their own work", async () => {
  const app = await appWithRuns("a");
  const folder = app.folders[0] ?? "";
  const file = path.join(folder, "run.json");
  const profiles = '"toolProfiles":[{"tool":"tsc","file":"profiles/tsc-1.pb.gz"}]';
  await writeFile(file, (await readFile(file, "utf8")).replace("{", `{${profiles},`));
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const reported = { toolProfiles: [{ tool: "tsc", file: path.join(folder, "profiles/tsc-1.pb.gz") }] };
  expect([await client.request(openRun, { folder }), ...(await listOf(client)).runs]).toMatchObject([reported, reported]);
});

test("a run is renamed and pinned, and the client is notified", async () => {
  const app = await appWithRuns("a");
  const [folder = ""] = app.folders;
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const reported = new Promise((resolve) => client.connection.onNotification(runsChanged.method, resolve));
  await client.request(openRun, { folder });
  await client.shown();
  await client.request(renameRun, { folder, name: "  with cache " });
  await reported;
  expect((await client.shown())?.name).toBe("with cache");
  await client.request(pinRun, { folder, pinned: true });
  expect((await listOf(client)).runs[0]).toMatchObject({ name: "with cache", pinned: true });
  expect(await client.refused(renameRun, { folder, name: "   " })).toContain("was not understood");
});

test("a deleted run is closed and removed from the list, and can be restored until the server's next start", async () => {
  const app = await appWithRuns("a", "b");
  const [, folder = ""] = app.folders;
  {
    await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
    await client.request(openRun, { folder });
    await client.shown();
    await client.request(deleteRun, { folder });
    expect(await client.shown()).toBeNull();
    expect((await listOf(client)).runs.map(({ name }) => name)).toEqual(["a"]);
    await client.request(restoreRun, { folder });
    expect((await listOf(client)).runs.map(({ name }) => name)).toEqual(["b", "a"]);
    expect((await client.request(openRun, { folder })).busyTicks).toBe(90);
    await client.request(deleteRun, { folder });
  }
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await expect.poll(() => existsSync(path.join(app.runsFolder, ".trash"))).toBe(false);
  expect(await client.refused(restoreRun, { folder })).toBe("The run is no longer in the trash. It cannot be restored.");
});

test("a damaged run says why, and can be deleted and restored", async () => {
  const app = await appWithRuns("a", "b");
  const [folder = ""] = app.folders;
  await writeFile(path.join(folder, "run.json"), "{");
  await mkdir(path.join(app.runsFolder, "empty folder"));
  await writeFile(path.join(app.runsFolder, "notes.txt"), "no run");
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const { runs: list, damaged } = await listOf(client);
  expect(list.map(({ name }) => name)).toEqual(["b"]);
  expect(damaged.map(({ id, reason }) => [id, reason]).toSorted(([a = ""], [b = ""]) => a.localeCompare(b))).toEqual([
    [path.basename(folder), `The run ${path.basename(folder)} is damaged (run.json is not valid JSON). Delete it and record a new run.`],
    [
      "empty folder",
      `${path.join(app.runsFolder, "empty folder")} is not a Heatline run. Open a folder that Heatline wrote, or record a new run.`,
    ],
  ]);
  await client.request(deleteRun, { folder });
  expect((await listOf(client)).damaged).toHaveLength(1);
  await client.request(restoreRun, { folder });
  expect((await listOf(client)).damaged).toHaveLength(2);
});

test("errors about a run are in the user's language, also those found in a worker", { tags: "thorough" }, async () => {
  const app = await appWithRuns("a");
  const [folder = ""] = app.folders;
  await rm(path.join(folder, "threads"), { recursive: true });
  for (const [locale, missing, foreign] of [
    ["ru", "повреждён (нет файла threads/0.bin). Удалите его и запишите новый.", "не запуск Heatline."],
    ["zh-cn", "已损坏（缺少 threads/0.bin）。 请删除它并重新记录。", "不是 Heatline 的运行。"],
  ] as const) {
    await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder, locale });
    expect(await client.refused(openRun, { folder })).toContain(missing);
    await mkdir(path.join(app.runsFolder, "empty folder"), { recursive: true });
    expect((await listOf(client)).damaged.map(({ reason }) => reason).join("")).toContain(foreign);
  }
});

test("nothing outside the folder of runs is renamed or deleted", async () => {
  const app = await appWithRuns("a");
  const elsewhere = await appWithRuns("theirs");
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const foreign = [
    elsewhere.folders[0] ?? "",
    app.folder,
    app.runsFolder,
    path.join(app.runsFolder, ".trash"),
    `${app.folders[0]}/threads`,
  ];
  for (const folder of [...foreign, path.join(app.runsFolder, "..", "app")]) {
    expect(await client.refused(deleteRun, { folder })).toMatch(/is not among the runs of this workspace/);
    expect(await client.refused(renameRun, { folder, name: "x" })).toMatch(/is not among the runs of this workspace/);
  }
  await rm(app.folders[0] ?? "", { recursive: true });
  expect(await client.refused(deleteRun, { folder: app.folders[0] ?? "" })).toBe("The run no longer exists. Refresh the list of runs.");
  expect((await readdir(elsewhere.runsFolder)).length).toBe(1);
});

test("pruning keeps the newest, the pinned, the baseline and the shown run", async () => {
  const app = await appWithRuns("a", "b", "c", "d", "e");
  const [a = "", b = "", c = ""] = app.folders;
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(pinRun, { folder: a, pinned: true });
  await client.request(setBaseline, { folder: b, baseline: true });
  await client.request(openRun, { folder: c });
  expect(await client.request(pruneRuns, { keep: 0 })).toBe(0);
  expect(await client.request(pruneRuns, { keep: 1 })).toBe(1);
  expect((await listOf(client)).runs.map(({ name }) => name)).toEqual(["e", "c", "b", "a"]);
  await client.request(closeRun, {});
  expect(await client.request(pruneRuns, { keep: 1 })).toBe(1);
  expect((await listOf(client)).runs.map(({ name }) => name)).toEqual(["e", "b", "a"]);
});

test("what an agent of a terminal measured into a folder of the window is a run like the others, what the command recorded there is not listed", async () => {
  const app = await appWithRuns("own");
  const theirs = { ...app, runsFolder: path.join(app.folder, "heatline-runs") };
  const day = (number: number): string => `2026-02-0${number}T00:00:00.000Z`;
  await drawRun(theirs, { ...drawing, run: { name: "by the command", startedAt: day(1) } });
  const agent = await drawRun(theirs, { ...drawing, run: { name: "by an agent", agent: "some client", startedAt: day(2) } });
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder }, app.folder);
  const names = async (): Promise<readonly string[]> => (await listOf(client)).runs.map(({ name }) => name);
  expect(await names()).toEqual(["by an agent", "own"]);
  await client.request(renameRun, { folder: agent, name: "renamed" });
  expect(await names()).toEqual(["renamed", "own"]);
  await client.request(deleteRun, { folder: agent });
  expect(await names()).toEqual(["own"]);
  await client.request(restoreRun, { folder: agent });
  expect(await names()).toEqual(["renamed", "own"]);
  expect(await client.refused(deleteRun, { folder: path.join(app.folder, "util.js") })).toContain(
    "is not among the runs of this workspace",
  );
});
