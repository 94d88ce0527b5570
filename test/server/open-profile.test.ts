import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { KeptSelection } from "../../language-server/analysis/selection/kept-selection.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { openProfile } from "../../language-server/protocol/shown-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { hotProgram } from "../drivers/server/hot-program.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let bundle: string;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-profile-")));
const program = path.join(folder, "app.js");

beforeAll(async () => {
  bundle = await bundleServer();
  writeFileSync(program, hotProgram(800_000));
  const env = { ...process.env, NODE_OPTIONS: "" };
  execFileSync(process.execPath, ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", program], { cwd: folder, env });
  const flags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-short-builtin-calls"];
  execFileSync(process.execPath, [...flags, program], { cwd: folder, env });
  const log = readdirSync(folder).find((name) => name.startsWith("isolate-")) ?? "";
  writeFileSync(path.join(folder, "log.gz"), gzipSync(readFileSync(path.join(folder, log))));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["app.cpuprofile", "log.gz"])(
  "%s: the same annotations and panels as for a run, with own code by the client's folders",
  async (name) => {
    await using client = await LspClient.start(bundle, {}, folder);
    const summary = await client.request(openProfile, { file: path.join(folder, name) });
    expect(summary).toMatchObject({ name, recorder: "import" });
    // V8's own profiler may write its samples in another order on a busy machine.
    expect(summary.problems.filter(({ message }) => !message.startsWith("The clock ran backwards"))).toEqual([]);
    expect(summary.hotLines[0]).toMatchObject({ label: "app.js:3", location: { uri: pathToFileURL(program).href } });
    expect(summary.hotLines[0]?.withLibraries).toBeGreaterThan(0.5);
    expect(await client.shown()).toEqual(summary);
    const uri = pathToFileURL(program).href;
    await client.open(uri, readFileSync(program, "utf8"));
    expect((await client.heat(uri)).find(({ line }) => line === 2)).toMatchObject({ step: 7 });
    const { shared } = (await client.request(flame, {})).profile;
    expect(shared.frames.some((frame) => frame.name === "hot")).toBe(true);
    // Another definition of own code recomputes the run from the file.
    await client.change({ ownCode: ["**/nothing/**"] });
    expect((await client.shown())?.hotLines[0]?.label).toBe("app.js:3");
  },
);

/** A profile by one of its measures. */
const by = (measure: string): KeptSelection => ({ ...everything, threads: null, measure });

/** The shown measure, then all. */
const idsOf = ({ measures }: RunSummary): readonly unknown[] => [measures?.shown, ...(measures?.choices ?? []).map(({ id }) => id)];

test("for a profile from another machine the hover says how the file was found", async () => {
  const shop = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-shop-")));
  cpSync(path.resolve(import.meta.dirname, "../fixtures/windows-shop"), shop, { recursive: true });
  await using client = await LspClient.start(bundle, {}, shop);
  await client.request(openProfile, { file: path.join(shop, "v8.cpuprofile") });
  const burn = path.join(shop, "lib/burn.cjs");
  const uri = pathToFileURL(burn).href;
  await client.open(uri, readFileSync(burn, "utf8"));
  expect((await client.hoverText(uri, 3)).replaceAll("\\", "")).toContain(`found by the end of its path: C:/Users/me/shop → ${shop}.`);
  rmSync(shop, { recursive: true });
});

test("code outside the client's folders is not own code", async () => {
  await using client = await LspClient.start(bundle, {}, path.join(folder, "elsewhere"));
  const summary = await client.request(openProfile, { file: path.join(folder, "app.cpuprofile") });
  expect(summary.hotLines).toEqual([]);
  expect(summary.composition.own).toBe(0);
});

test("of a file with several times the chosen one is shown, also after a change of settings; a file that lacks it shows its best one", async () => {
  await using client = await LspClient.start(bundle, {}, folder);
  const corpus = path.resolve(import.meta.dirname, "../fixtures/corpus");
  const file = path.join(folder, "several.pb.gz");
  cpSync(path.join(corpus, "datadog-wall-cpu.node20.pb.gz"), file);
  const cpu = await client.request(openProfile, { file });
  expect(idsOf(cpu)).toEqual(["cpu", "cpu", "wall"]);
  await client.shown();
  const wall = await client.request(openProfile, { file, kept: by("wall") });
  expect(idsOf(wall)).toEqual(["wall", "wall", "cpu"]);
  expect(wall.ticks).not.toBe(cpu.ticks);
  await client.shown();
  await client.change({ ownCode: ["**/nothing/**"] });
  expect(await client.shown()).toMatchObject({ measures: { shown: "wall" }, ticks: wall.ticks });
  const spans = [{ from: 0, to: 1000 }];
  await expect(client.select({ measure: "cpu", spans })).rejects.toThrow("does not say when its samples were taken");
  // Only one time fits, and another format.
  cpSync(path.join(corpus, "datadog-wall.node20.pb.gz"), file);
  const only = await client.request(openProfile, { file, kept: by("cpu") });
  expect([only.measures, only.ticks > 0]).toEqual([undefined, true]);
  cpSync(path.join(folder, "app.cpuprofile"), file);
  expect((await client.request(openProfile, { file, kept: by("cpu") })).hotLines[0]?.label).toBe("app.js:3");
});

test("another time of a file is shown without reading the file again, unless it has changed; cancelling keeps the first one", async () => {
  await using client = await LspClient.start(bundle, {}, folder);
  const file = path.join(folder, "read-once.pb.gz");
  const content = readFileSync(path.resolve(import.meta.dirname, "../fixtures/corpus/datadog-wall-cpu.node20.pb.gz"));
  const write = (bytes: Uint8Array, second: number): void => {
    writeFileSync(file, bytes);
    utimesSync(file, second, second);
  };
  write(content, 1000);
  const cpu = await client.request(openProfile, { file });
  const drawn = await client.request(flame, {});
  write(new Uint8Array(content.length), 1000);
  const source = new CancellationTokenSource();
  const cancelled = client.connection.sendRequest(openProfile.method, { file, kept: by("wall") }, source.token);
  source.cancel();
  await expect(cancelled).rejects.toThrow("cancel");
  expect(await client.request(flame, {})).toEqual(drawn);
  const wall = await client.request(openProfile, { file, kept: by("wall") });
  expect(idsOf(wall)).toEqual(["wall", "wall", "cpu"]);
  expect(await client.request(flame, {})).not.toEqual(drawn);
  const again = await client.request(openProfile, { file, kept: by("cpu") });
  expect([{ ...again, selection: cpu.selection }, await client.request(flame, {})]).toEqual([cpu, drawn]);
  write(new Uint8Array(content.length), 2000);
  await expect(client.request(openProfile, { file, kept: by("wall") })).rejects.toThrow("read-once.pb.gz is not a profile");
  expect(await client.request(flame, {})).toEqual(drawn);
});

test("a file that is not a profile is refused, and the shown run stays", async () => {
  await using client = await LspClient.start(bundle, {}, folder);
  await client.request(openProfile, { file: path.join(folder, "app.cpuprofile") });
  await client.shown();
  await expect(client.request(openProfile, { file: program })).rejects.toThrow(/app\.js is not a profile that Heatline can read/);
  await expect(client.request(openProfile, { file: path.join(folder, "gone.cpuprofile") })).rejects.toThrow(/does not exist/);
  await expect(client.request(openProfile, { file: "" })).rejects.toThrow(/file/);
  expect((await client.request(flame, {})).profile.shared.frames.length).toBeGreaterThan(1);
});
