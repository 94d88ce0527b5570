import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCommandLine, commandLineIn } from "../cli/command-line.ts";
import { appsFolder, DapClient } from "../drivers/adapter/dap-client.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-command-causes-"));
let command = "";

beforeAll(async () => {
  command = (await buildCommandLine()).file;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface CommandOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Records a script by the command, where its shell has set a limit. */
function recordLimited(limit: string, locale = "C.UTF-8"): CommandOutcome {
  const args = [process.execPath, command, "record", "--out", path.join(folder, "runs"), "--", "node", path.join(appsFolder, "script.js")];
  const env = { ...process.env, LC_ALL: locale };
  return spawnSync("sh", ["-c", `ulimit ${limit} && exec "$@"`, "sh", ...args], { encoding: "utf8", env });
}

describe("a limit on the size of files", () => {
  test.each(
    someOf(1, [
      [
        "C.UTF-8",
        /^heatline: Files can have at most 0\.093 MB here \(ulimit -f\), and Heatline has to write larger ones\. Raise the limit [^\n]+\n$/,
      ],
      ["ru_RU.UTF-8", /^heatline: Файлы здесь не могут быть больше 0[.,]093 МБ \(ulimit -f\)[^\n]+\n$/],
      ["zh_CN.UTF-8", /^heatline: 此处的文件最大只能有 0\.093 MB（ulimit -f）[^\n]+\n$/],
    ] as const),
  )("that leaves no room for a session is reported (%s)", (locale, expected) => {
    const { status, stderr } = recordLimited("-f 190", locale);
    expect(stderr).toMatch(expected);
    expect(status).toBe(1);
  });

  test("that V8's log would reach at once makes the inspector record, and the report says why", () => {
    const { status, stdout, stderr } = recordLimited("-f 4096");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("inspector recorder");
    expect(stdout).toContain(
      "Files can have at most 2 MB here (ulimit -f), too little for V8's log. Costs come from the inspector instead.",
    );
  });
});

test("a limit on the address space under which Node.js may abort is reported before", () => {
  expect(recordLimited("-v 1800000").stderr).toMatch(
    /^heatline: The address space is limited to 1760 MB here \(ulimit -v\), so Heatline, the app or its load may abort/,
  );
});

test("a load on the newest Node.js writes no warning", async () => {
  const node = await nodeOf(26);
  const args = ["record", "--out", path.join(folder, "newest"), "--load", "/", "--duration", "1", "--warmup", "0"];
  const { status, stderr } = spawnSync(node, [command, ...args, "--", node, path.join(appsFolder, "server.js")], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

/** A copy of our bundles in which one is missing, or cut short as while it is written. */
function bundlesWithout(bundles: string, file: string, isCutShort = false): string {
  const copy = mkdtempSync(path.join(folder, "bundles-"));
  cpSync(bundles, copy, { recursive: true });
  const removed = path.join(copy, file);
  if (isCutShort) truncateSync(removed, Math.floor(readFileSync(removed).length / 2));
  else rmSync(removed);
  return copy;
}

const record = ["record", "--out", path.join(folder, "incomplete"), "--", "node", path.join(appsFolder, "script.js")];

test.each([
  ["command-line.js", record, "C.UTF-8", false],
  ["command-line.js", record, "ru_RU.UTF-8", false],
  ["command-line.js", record, "zh_CN.UTF-8", true],
  ["command-line-ru.js", ["report", "x"], "ru_RU.UTF-8", false],
  ["recorded-app.js", record, "C.UTF-8", false],
  ["recorded-app.js", record, "ru_RU.UTF-8", true],
  ["in-app/preload.js", record, "C.UTF-8", false],
  ...someOf(1, ["watchdog.js", "tick-log-worker.js", "autocannon-child.js", "in-app/facts.js"]).map(
    (file) => [file, record, "zh_CN.UTF-8", false] as const,
  ),
] as const)("while %s is missing or incomplete, the command says so in one sentence", async (file, args, locale, isCutShort) => {
  const copy = bundlesWithout(path.dirname(command), file, isCutShort);
  const { code, out, err } = await commandLineIn(copy).run(args, { env: { LC_ALL: locale } });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(
    /^heatline: [^\n]+ (?:is missing or damaged: Heatline|отсутствует или повреждён: Heatline|缺失或已损坏：Heatline) [^\n]+\n$/u,
  );
  expect(err).toContain(path.join(copy, file));
});

test("while a bundle of the debug adapter is missing, it refuses to launch, and can be asked again", async () => {
  const { debugAdapter } = await buildAdapter();
  const copy = bundlesWithout(path.dirname(debugAdapter), "watchdog.js");
  await using client = await DapClient.connect("exact", {}, [], path.join(copy, "debug-adapter.js"));
  await client.request("initialize", { adapterID: "heatline" });
  await expect(client.launch("script.js")).rejects.toThrow(
    `${path.join(copy, "watchdog.js")} is missing or damaged: Heatline is being updated`,
  );
  cpSync(path.join(path.dirname(debugAdapter), "watchdog.js"), path.join(copy, "watchdog.js"));
  await client.launch("script.js");
  expect((await client.run()).end).toBe("exited");
  await client.stop();
});
