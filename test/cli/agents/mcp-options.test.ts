import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
});

test("heatline --help lists the server and its set-up, and each has a help with its options", async () => {
  const { out } = await cli.run(["--help"]);
  expect(out).toMatch(/^ {2}mcp {10}serves a coding agent/m);
  expect(out).toMatch(/^ {2}agent-setup {2}lets a coding agent/m);
  for (const [locale, usage] of [
    ["C.UTF-8", "Usage: heatline mcp"],
    ["ru_RU.UTF-8", "Использование: heatline mcp"],
    ["zh_CN.UTF-8", "用法：heatline mcp"],
  ] as const) {
    const help = await cli.run(["mcp", "--help"], { env: { LC_ALL: locale } });
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out.startsWith(usage)).toBe(true);
    const options = [...help.out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(options).toEqual(["--root", "--runs", "--allow-commands"]);
  }
});

test("the server takes the options of its help, and ends with its input", async () => {
  const args = ["mcp", "--root", ".", "--root", "..", "--runs", "a", "--runs", "b", "--allow-commands"];
  expect(await cli.run(args)).toEqual({ code: 0, out: "", err: "" });
});

test("a wrong option is answered as elsewhere", async () => {
  const said = async (args: readonly string[], locale = "C.UTF-8"): Promise<string> => {
    const { code, out, err } = await cli.run(["mcp", ...args], { env: { LC_ALL: locale } });
    expect([code, out]).toEqual([2, ""]);
    return err;
  };
  expect(await said(["--nope"])).toBe("heatline: Unknown option '--nope'. See heatline mcp --help.\n");
  expect(await said(["--root"])).toBe("heatline: Option '--root' argument missing. See heatline mcp --help.\n");
  expect(await said(["--allow-commands=1"])).toBe(
    "heatline: Option '--allow-commands' does not take an argument. See heatline mcp --help.\n",
  );
  expect(await said(["a\u001B[2J'b"])).toBe("heatline: “a?[2J'b” is not expected here. See heatline mcp --help.\n");
  expect(await said(["--nope"], "ru_RU.UTF-8")).toMatch(/--nope.*heatline mcp --help/);
  expect(await said(["folder"], "zh_CN.UTF-8")).toBe("heatline: 此处不应有“folder”。请参阅 heatline mcp --help。\n");
});

test("on a terminal it says what it waits for, and ends with its input", () => {
  const { stdout } = spawnSync("script", ["-qec", `${process.execPath} ${cli.file} mcp; echo "ended: $?"`, "/dev/null"], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    input: "\u0004",
    encoding: "utf8",
  });
  expect(stdout).toContain("heatline agent-setup has it do so");
  expect(stdout).toContain("ended: 0");
});
