import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../../../package.json";
import { cacheFolder, repository } from "../../workbench/installation.mjs";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { npm } from "../../workbench/npm.mjs";

/** `npm run package` makes it. */
const packed = path.join(cacheFolder, `npm/heatline-${version}.tgz`);
const project = mkdtempSync(path.join(os.tmpdir(), "heatline-npm-"));
const installed = path.join(project, "node_modules/heatline");

beforeAll(async () => {
  writeFileSync(path.join(project, "package.json"), '{"private":true}');
  await npm(project, ["install", "--offline", packed], { hasScripts: true });
  cpSync(path.join(repository, "test/windows/apps"), project, { recursive: true });
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Of the installed command, as a user of the project starts it. */
async function npx(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn("npx", ["heatline", ...args], {
    cwd: project,
    env: { ...process.env, LC_ALL: "C.UTF-8", npm_config_update_notifier: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

function filesIn(folder: string, below = ""): readonly string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    return entry.isDirectory() ? filesIn(folder, name) : [name];
  });
}

test("the package is at most 1 MB, depends on nothing, runs nothing when it is installed, and asks for Node.js 20", () => {
  expect(statSync(packed).size).toBeLessThanOrEqual(1_000_000);
  const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    name: "heatline",
    version,
    license: "MIT",
    engines: { node: ">=20" },
    bin: { heatline: "out/heatline.js" },
  });
  expect(Object.keys(manifest).filter((name) => /dependencies|scripts|private|publisher|contributes/i.test(name))).toEqual([]);
  expect(readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["heatline"]);
});

test("it has what the command loads and nothing of the extension: no source maps, no code that V8 compiled, no path of where it was built", () => {
  const files = filesIn(installed);
  expect(
    [...new Set(files.map((file) => file.replace(/part-\w+/, "part").replace(/SourceCodePro.*woff2/, "font.woff2")))].toSorted(),
  ).toEqual([
    "LICENSE",
    "README.md",
    "THIRD-PARTY-NOTICES.txt",
    "out/analysis-worker.js",
    "out/analysis-worker.js.br",
    "out/autocannon-child.js",
    "out/autocannon-child.js.br",
    "out/benched-versions.js",
    "out/benched-versions.js.br",
    "out/client-setup.js",
    "out/client-setup.js.br",
    "out/command-line-ru.js",
    "out/command-line-ru.js.br",
    "out/command-line-zh-cn.js",
    "out/command-line-zh-cn.js.br",
    "out/command-line.js",
    "out/cookie-jar.js",
    "out/cookie-jar.js.br",
    "out/debug-adapter.js",
    "out/debug-adapter.js.br",
    "out/heatline.js",
    "out/in-app/attached-hooks.js",
    "out/in-app/facts.js",
    "out/in-app/pass-hooks.js",
    "out/in-app/preload.js",
    "out/in-app/terminal-launcher.js",
    "out/in-app/trial-preload.js",
    "out/mcp.js",
    "out/mcp.js.br",
    "out/parser.js",
    "out/parser.js.br",
    "out/part.js",
    "out/part.js.br",
    "out/read-imports.js",
    "out/recorded-app.js",
    "out/recorded-app.js.br",
    "out/texts-en.js",
    "out/texts-ru.js",
    "out/texts-ru.js.br",
    "out/texts-zh-cn.js",
    "out/texts-zh-cn.js.br",
    "out/tick-log-worker.js",
    "out/unpacked.js",
    "out/watchdog.js",
    "out/webview/html.js",
    "out/webview/speedscope/font.woff2",
    "out/webview/speedscope/source-code-pro.LICENSE.md",
    "out/webview/speedscope/speedscope.css",
    "out/webview/speedscope/speedscope.js.br",
    "out/webview/svg.js",
    "package.json",
  ]);
  const texts = files.map((file) => readFileSync(path.join(installed, file), "latin1"));
  for (const text of texts) {
    expect(text).not.toContain(repository);
    expect(text).not.toMatch(/require\("vscode"\)|sourceMappingURL=\S+\.js\.map/);
  }
  const notices = readFileSync(path.join(installed, "THIRD-PARTY-NOTICES.txt"), "utf8");
  expect(notices).toMatch(/^@babel\/parser \d/m);
  expect(notices).toMatch(/^speedscope \d/m);
  expect(notices).not.toMatch(/^(?:vscode-languageclient|@microsoft\/fast-element) /m);
  expect(readFileSync(path.join(installed, "README.md"), "utf8").split("\n").length).toBeLessThan(50);
});

test("npx heatline reports a profile of another tool, and its other commands have their files", async () => {
  expect(await npx(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  const fixture = path.join(repository, "test/fixtures/windows-shop/v8.cpuprofile");
  const { code, out } = await npx(["report", fixture, "--json"]);
  expect(code).toBe(0);
  expect((JSON.parse(out) as { lines: readonly unknown[] }).lines.length).toBeGreaterThan(0);
  expect((await npx(["agent-setup", "--help"], { LC_ALL: "zh_CN.UTF-8" })).out).toContain("用法");
  expect((await npx(["agent-setup", "--root", "."], { LC_ALL: "ru_RU.UTF-8" })).err).toContain("--yes");
  expect((await npx(["completions", "fish"])).out).toContain("complete -c heatline ");
  expect(await npx(["attach", "127.0.0.1:9"])).toMatchObject({ code: 1, err: expect.stringContaining("No inspector answers") });
});

test("npx heatline records a script, and exports the run as a page with the flame graph in it", async () => {
  const { code, out, err } = await npx(["record", "--out", "scripts", "--", "node", "script.js"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/ 5 │ /);
  const exported = await npx(["export", "scripts", "--format", "html", "-o", "run.html"]);
  expect(exported).toEqual({ code: 0, out: "", err: "" });
  const page = readFileSync(path.join(project, "run.html"), "utf8");
  expect(page.length).toBeGreaterThan(500_000);
  expect(page).toContain("speedscope");
});

test("npx heatline records a server under load", async () => {
  writeFileSync(
    path.join(project, "listener.js"),
    "const work = () => { for (let i = 0; i < 1e6; i += 1); };\nrequire('node:http').createServer((_, response) => { work(); response.end('ok'); }).listen(0, '127.0.0.1');\n",
  );
  const load = ["--load", "/", "--duration", "1", "--warmup", "0"];
  const { code, out } = await npx(["record", "--out", "servers", ...load, "--", "node", "listener.js"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^GET \/ · [\d,.]+ req\/s/m);
});

test("npx heatline mcp answers an agent's first request, and can read a run", async () => {
  const server = spawn("npx", ["heatline", "mcp", "--root", "."], { cwd: project, stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<string> => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return String((await answers.next()).value);
  };
  const clientInfo = { name: "test", version: "1" };
  expect(await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })).toContain('"name":"heatline"');
  const profile = path.join(project, "some.cpuprofile");
  cpSync(path.join(repository, "test/fixtures/windows-shop/v8.cpuprofile"), profile);
  expect(await ask(2, "tools/call", { name: "heatline_hot_lines", arguments: { run: "some.cpuprofile" } })).toContain('"content"');
  server.stdin.end();
  expect(await once(server, "exit")).toEqual([0, null]);
});

test("a Node.js that can keeps the command's compiled code in this user's folder for caches", async () => {
  const cache = path.join(project, "cache");
  const child = spawn(await nodeOf(22), [path.join(installed, "out/heatline.js"), "--version"], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readdirSync(path.join(cache, "heatline"))).toHaveLength(1);
});
