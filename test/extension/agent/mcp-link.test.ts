import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CancellationError, CancellationTokenSource } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { McpLink } = await import("../../../extension/agent/mcp-link.ts");

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-link-"));
  await build({
    entryPoints: ["language-server/mcp/main.ts"],
    absWorkingDir: path.resolve(import.meta.dirname, "../../.."),
    outfile: path.join(folder, "mcp.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    logLevel: "error",
  });
});

afterAll(async () => rm(folder, { recursive: true }));

function opened(answer = false) {
  const asked: string[] = [];
  const ask = (question: string): Promise<boolean> => Promise.resolve(asked.push(question) > 0 && answer);
  const args = [path.join(folder, "mcp.js"), "--root", folder];
  const link = new McpLink({ args, cwd: folder, client: { name: "test", version: "1" }, ask });
  return { asked, link, [Symbol.dispose]: () => link.dispose() };
}

test("a call has the server's answer; what it refuses is an error in its words", async () => {
  using window = opened();
  const { link } = window;
  await expect(link.call("heatline_runs", {}, {})).resolves.toContain("None yet.");
  await expect(link.call("heatline_runs", { more: 1 }, {})).rejects.toThrow("There is no argument “more”.");
  await expect(link.call("heatline_nothing", {}, {})).rejects.toThrow('There is no tool "heatline_nothing".');
  for (const input of ["text", [1], 7, null]) await expect(link.call("heatline_runs", input, {})).rejects.toThrow("argument");
  await expect(link.call("heatline_runs", { run: "x".repeat(1_000_000) }, {})).rejects.toThrow("longer than 1 MB");
  const both = await Promise.all([link.call("heatline_runs", {}, {}), link.call("heatline_runs", {}, {})]);
  expect(both[0]).toBe(both[1]);
});

test("a command is asked about each time, and a no is an answer", async () => {
  using window = opened();
  const command = { command: ["node", "app.js"] };
  for (const times of [1, 2]) {
    await expect(window.link.call("heatline_profile", command, {})).rejects.toThrow("The user did not allow");
    expect(window.asked).toHaveLength(times);
  }
  expect(window.asked[0]).toContain("node app.js");
});

test("a call that is cancelled ends at once, and the next one is answered", async () => {
  using window = opened();
  const before = new CancellationTokenSource();
  before.cancel();
  await expect(window.link.call("heatline_runs", {}, { token: before.token as never })).rejects.toThrow(CancellationError);
  const during = new CancellationTokenSource();
  const call = window.link.call("heatline_runs", {}, { token: during.token as never });
  during.cancel();
  await expect(call).rejects.toThrow(CancellationError);
  await expect(window.link.call("heatline_runs", {}, {})).resolves.toContain("None yet.");
});

test("a server that ends is distinguished from an answer, with what it said last", async () => {
  const file = path.join(folder, "dies.js");
  await writeFile(file, 'console.error("out of memory"); process.exitCode = 3;');
  const ask = (): Promise<boolean> => Promise.resolve(false);
  const link = new McpLink({ args: [file], cwd: folder, client: { name: "test", version: "1" }, ask });
  await expect(link.call("heatline_runs", {}, {})).rejects.toThrow("Heatline's server for agents ended: 3. out of memory Call again.");
  expect(link.isOpen).toBe(false);
  await expect(link.call("heatline_runs", {}, {})).rejects.toThrow("Call again.");
  using other = opened();
  other.link.dispose();
  await expect(other.link.call("heatline_runs", {}, {})).rejects.toThrow("the folders of the window changed.");
});
