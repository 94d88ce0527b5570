import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../language-server/history/run.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-load-")));

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(
    path.join(folder, "server.js"),
    `let served = 0;
let asked = 0;
require("node:http").createServer((request, response) => {
  const finish = () => {
    served += 1;
    if (served === 50) console.log("fifty served");
    response.end("done");
  };
  asked += 1;
  if (request.url === "/hint") response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, finish);
  else if (request.url === "/silent") return;
  else if (request.url === "/broken") response.writeHead(500).end("no");
  else if (request.url === "/some" && asked % 4 === 0) request.socket.destroy();
  else finish();
}).listen(0, "127.0.0.1");
process.on("SIGTERM", () => {
  console.log("served", served);
  process.exit(0);
});
`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function recorded(
  out: string,
  ...args: readonly string[]
): Promise<{ readonly text: string; readonly err: string; readonly code: number | null; readonly load: NonNullable<Run["load"]> }> {
  const ran = await cli.run(["record", "--out", out, "--duration", "1", "--warmup", "0", ...args, "--", "node", "server.js"], {
    cwd: folder,
  });
  const run = readdirSync(path.join(folder, out)).at(-1) ?? "";
  const { load } = JSON.parse(readFileSync(path.join(folder, out, run, "run.json"), "utf8")) as Run;
  return { text: ran.out, err: ran.err, code: ran.code, load: load! };
}

test("Early Hints are named in the report's head and not counted: the requests are what the server answered", async () => {
  const { text, load, code } = await recorded("hint", "--load", "/hint");
  const served = Number(/^served (\d+)$/m.exec(text)?.[1]);
  expect(code).toBe(0);
  expect(Math.abs(load.requests! - served)).toBeLessThanOrEqual(10);
  expect(text).toMatch(/^GET \/hint · [\d,.]+ req\/s · p50 .* · 103 × [\d,]+, not counted · .* CPU per request$/m);
});

test("--tool hey: an answer of 500 to every request is a failed load, in the head and by the exit code", { tags: "thorough" }, async () => {
  const { text, err, code, load } = await recorded("broken", "--load", "/broken", "--tool", "hey");
  expect(code).toBe(4);
  expect(load).toMatchObject({ tool: "hey", non2xx: load.requests });
  expect(err).toContain("heatline: Every answer was an error (500 × ");
  expect(text).toMatch(/^GET \/broken · .* · all [\d,]+ requests failed · /m);
});

test("--tool ab: a server that answers nothing is a failed load", { tags: "thorough" }, async () => {
  const { err, code, load } = await recorded("silent", "--load", "/silent", "--tool", "ab");
  expect(code).toBe(4);
  expect(load).toMatchObject({ tool: "ab", requests: 0 });
  expect(err).toMatch(/heatline: No request to http:\S+\/silent was answered in time/);
  expect(err).not.toContain("exit code 119");
});

test("errors beside answers are in the report's head", { tags: "thorough" }, async () => {
  const { text, code, load } = await recorded("some", "--load", "/some", "--tool", "hey");
  expect(code).toBe(0);
  expect(load.errors).toBeGreaterThan(0);
  expect(text).toContain(` · ${load.errors!.toLocaleString("en")} requests failed · `);
});

test("a tool that takes Early Hints for answers has wrong figures, and the report's head says so", { tags: "thorough" }, async () => {
  const { text, err } = await recorded("wrk", "--load", "/hint", "--tool", "wrk");
  expect(err).toContain("heatline: The app sends interim answers (103) before its final ones, and wrk takes them for final answers");
  expect(text).toContain("figures wrong: wrk takes 103 for final answers");
});

test("Ctrl+C during the warm-up says that the recording had not begun", async () => {
  let isSent = false;
  const { err, code } = await cli.run(
    ["record", "--out", "cold", "--load", "/", "--tool", "hey", "--warmup", "60", "--duration", "1", "--", "node", "server.js"],
    {
      cwd: folder,
      when: (out, _err, interrupt) => {
        if (isSent || !out.includes("fifty served")) return;
        isSent = true;
        interrupt();
      },
    },
  );
  expect(code).toBe(1);
  expect(err).toContain(
    "heatline: The load was stopped in its warm-up, before the recording began. Let it run longer, or set --warmup 0.\n",
  );
  expect(err).not.toContain("did not run long enough");
  expect(existsSync(path.join(folder, "cold")) ? readdirSync(path.join(folder, "cold")) : []).toEqual([]);
});

test("an unknown tool is refused with the known ones", async () => {
  const { err, code } = await cli.run(["record", "--load", "/", "--tool", "command", "--", "node", "server.js"], { cwd: folder });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      "--tool must be one of autocannon, wrk, ab, oha, hey, vegeta, bombardier, h2load, siege, artillery, locust, not “command”.",
    ),
  ]);
});

test("a secret header is not given to a tool that takes it as an argument, and the message names tools that hide it", async () => {
  const args = ["--load", "/", "--header", "Authorization: Bearer zzz", "--tool", "ab", "--", "node", "server.js"];
  const { code, err } = await cli.run(["record", "--out", "refused", ...args], { cwd: folder });
  expect(code).toBe(2);
  expect(err).toContain(
    "ab takes headers only as arguments, which every user of this machine can read, so it does not get the header Authorization; use autocannon or wrk.",
  );
  expect(err).not.toContain("zzz");
  expect(existsSync(path.join(folder, "refused"))).toBe(false);
});

test("--header @FILE sends the headers of a file, which no argument has", async () => {
  writeFileSync(path.join(folder, "headers"), "Authorization: Bearer zzz\r\n\nx-a: 1\n", { mode: 0o600 });
  writeFileSync(
    path.join(folder, "echo.js"),
    `let said = false;
require("node:http").createServer(({ headers }, response) => {
  if (!said) console.log("got", headers.authorization, headers["x-a"], headers["x-b"]);
  said = true;
  response.end("ok");
}).listen(0, "127.0.0.1");
`,
  );
  const load = ["--load", "/", "--duration", "1", "--warmup", "0", "--header", "@headers", "--header", "x-b: 2"];
  const { code, out } = await cli.run(["record", "--out", "headers-runs", ...load, "--", "node", "echo.js"], { cwd: folder });
  expect(code).toBe(0);
  expect(out).toMatch(/^got Bearer zzz 1 2$/m);
  for (const [file, said] of [
    ["@missing", "The file of --header, missing, cannot be read: no such file or folder."],
    ["@.", "., the file of --header, must be a file of at most 64 KB"],
  ] as const) {
    const refused = await cli.run(["record", "--load", "/", "--header", file, "--", "node", "echo.js"], { cwd: folder });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(said);
  }
});
