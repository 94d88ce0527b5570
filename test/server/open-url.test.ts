import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { flame } from "../../language-server/protocol/flame.ts";
import { openProfile, openUrl } from "../../language-server/protocol/shown-run.ts";
import { loginHeader, ProfileServer } from "../drivers/profile-server.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { hotProgram } from "../drivers/server/hot-program.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let bundle: string;
let server: ProfileServer;
const app = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-open-url-")));
const folder = path.join(app, "storage", "fetched");
const program = path.join(app, "app.js");

beforeAll(async () => {
  bundle = await bundleServer();
  writeFileSync(program, hotProgram(400_000));
  execFileSync(process.execPath, ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", program], {
    cwd: app,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  server = await ProfileServer.start({
    files: { "/app.cpuprofile": readFileSync(path.join(app, "app.cpuprofile")), "/app.js": readFileSync(program) },
  });
});

beforeEach(() => rmSync(folder, { recursive: true, force: true }));

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(app, { recursive: true, force: true });
});

const kept = (): readonly string[] => readdirSync(folder);

test("a profile at a URL is annotated like a file's, under host and path, also after a change of settings and when it is opened again", async () => {
  await using client = await LspClient.start(bundle, {}, app);
  // What a file has is said, such as a clock that ran backwards in V8's sampler.
  const { problems } = await client.request(openProfile, { file: path.join(app, "app.cpuprofile") });
  await client.shown();
  const opened = await client.request(openUrl, { url: server.at("/app.cpuprofile?token=abc&v=2"), folder, plainHttp: false });
  if (opened.kind !== "shown") throw new Error("The server wanted no login.");
  const { summary, file, name } = opened;
  expect(name).toBe(`127.0.0.1:${server.port}/app.cpuprofile?token=***&v=2`);
  expect(summary).toMatchObject({ name, recorder: "import", problems });
  expect(summary.hotLines[0]).toMatchObject({ label: "app.js:3", location: { uri: pathToFileURL(program).href } });
  expect(await client.shown()).toEqual(summary);
  await client.change({ ownCode: ["**/nothing/**"] });
  expect(await client.shown()).toMatchObject({ name });
  expect(kept()).toEqual([path.basename(file)]);
  // As the next session does.
  expect(await client.request(openProfile, { file, name })).toMatchObject({ name });
});

test("a server that requires a login is distinguished from one that fails; a token is in no log or file", async () => {
  await using client = await LspClient.start(bundle, {}, app);
  const asked = { url: server.at("/private"), folder, plainHttp: false };
  expect(await client.request(openUrl, asked)).toEqual({ kind: "wantsLogin" });
  expect(await client.request(openUrl, { ...asked, authorization: "Bearer wr0ng" })).toEqual({ kind: "wantsLogin" });
  expect(kept()).toEqual([]);
  expect(await client.request(openUrl, { ...asked, authorization: loginHeader })).toMatchObject({ kind: "shown" });
  const files = readdirSync(path.dirname(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), "latin1"));
  expect(texts).toHaveLength(1);
  for (const text of [...texts, ...client.log, client.stderr]) expect(text).not.toMatch(/s3cret|wr0ng/);
});

test("a failed fetch, or a file that is not a profile, keeps the shown run and leaves no file", async () => {
  await using client = await LspClient.start(bundle, {}, app);
  await client.request(openProfile, { file: path.join(app, "app.cpuprofile") });
  await client.shown();
  const refused = (url: string): Promise<string> => client.refused(openUrl, { url, folder, plainHttp: true });
  expect(await refused(server.at("/app.js?token=abc"))).toMatch(
    /^127\.0\.0\.1:\d+\/app\.js\?token=\*\*\* is not a profile that Heatline can read\./,
  );
  expect(await refused(server.at("/nowhere"))).toMatch(/^The server answered 404 Not Found for /);
  expect(await refused("ftp://127.0.0.1/p")).toMatch(/^Profiles are fetched over http and https only\./);
  expect(await refused("profile")).toMatch(/^This is not a valid URL\./);
  expect(kept()).toEqual([]);
  expect((await client.request(flame, {})).profile.shared.frames.length).toBeGreaterThan(1);
});

test("a cancelled fetch is ended at its server, and leaves no file", async () => {
  await using client = await LspClient.start(bundle, {}, app);
  await using held = await ProfileServer.start();
  const source = new CancellationTokenSource();
  const opening = client.request(openUrl, { url: held.at("/drips"), folder, plainHttp: false }, source.token);
  await held.askedFor("/drips");
  source.cancel();
  await expect(opening).rejects.toThrow("cancelled");
  await held.left();
  await expect.poll(kept).toEqual([]);
});

test("a storage folder that cannot be written to is reported", async () => {
  await using client = await LspClient.start(bundle, {}, app);
  const asked = { url: server.at("/app.cpuprofile"), folder: path.join(program, "fetched"), plainHttp: false };
  expect(await client.refused(openUrl, asked)).toMatch(/could not be fetched: part of the path is not a folder\./);
});

test("the latest five fetched profiles are kept", async () => {
  mkdirSync(folder, { recursive: true });
  for (let age = 1; age <= 6; age++) {
    const old = path.join(folder, `old-${age}`);
    writeFileSync(old, "");
    utimesSync(old, Date.now() / 1000 - age * 60, Date.now() / 1000 - age * 60);
  }
  await using client = await LspClient.start(bundle, {}, app);
  const opened = await client.request(openUrl, { url: server.at("/app.cpuprofile"), folder, plainHttp: false });
  if (opened.kind !== "shown") throw new Error("The server wanted no login.");
  expect([...kept()].sort()).toEqual([path.basename(opened.file), "old-1", "old-2", "old-3", "old-4"].sort());
});
