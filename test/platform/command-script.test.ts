import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readThroughScript } from "./command-interpreter.ts";
import { spawnable } from "../../language-server/platform/command-script.ts";

test.each(["linux", "darwin"] as const)("on %s every program is started directly", (platform) => {
  expect(spawnable("npm.cmd", ["a & b"], {}, platform)).toEqual({ file: "npm.cmd", args: ["a & b"], options: {} });
});

test("on Windows a program is started directly, a command script by cmd.exe", () => {
  expect(spawnable("node.exe", ["a & b"], {}, "win32")).toEqual({ file: "node.exe", args: ["a & b"], options: {} });
  expect(spawnable(String.raw`C:\a\npm.CMD`, ["start"], { ComSpec: "shell.exe" }, "win32")).toEqual({
    file: "shell.exe",
    args: ["/d", "/s", "/c", String.raw`""C:\a\npm.CMD" ^^^"start^^^""`],
    options: { windowsVerbatimArguments: true },
  });
});

test("on Windows a command script may have any valid file name", () => {
  const [, , , line] = spawnable(String.raw`C:\a & calc ^ (ж) 😀\%PATH%.cmd`, [], {}, "win32").args;
  expect(line).toBe(String.raw`""C:\a & calc ^ (ж) 😀\"^%"PATH"^%".cmd""`);
});

const variables = { PATH: String.raw`C:\Windows & calc`, A: "x", "B&calc": "y" };

const hostile = [
  "",
  "a & calc",
  "a|b",
  "a>b<c",
  "(a)",
  "^",
  "^^",
  '"',
  '" & calc "',
  '\\"',
  "!x!",
  "*.js",
  "ж 😀",
  String.raw`C:\a b\\`,
  String.raw`\\server\a`,
  "%",
  "%%",
  "100%",
  "%PATH%",
  "%path%",
  "%PATH:C=D%",
  "%PATH:~0,3%",
  "%PATH:~-4%",
  "%%PATH%%",
  "%A%%A%",
  "^%A^%",
  "%A",
  "%B&calc%",
  '"%A%"',
  "%*",
  "%1",
  "%~dp0",
  "%😀%",
  "%A%".repeat(3),
  "a%PATH:\\=/%b & calc",
];

function read(file: string, args: readonly string[]): ReturnType<typeof readThroughScript> {
  const line = spawnable(file, args, {}, "win32").args.at(-1) ?? "";
  return readThroughScript(line.slice(1, -1), variables);
}

test.each(hostile)("on Windows a program behind a command script gets %j as it is, and nothing else is run", (argument) => {
  expect(read("a.cmd", [argument, "next", argument])).toEqual({ script: "a.cmd", args: [argument, "next", argument] });
});

test.each(["a\r\nb & calc", "a\nb", "\r"])(
  "on Windows an argument with a line break, at which a command would end, is refused",
  (argument) => {
    expect(() => spawnable("a.cmd", ["c", argument], {}, "win32")).toThrow(/^a\.cmd starts its script by cmd\.exe, .*: a?↵(?:b.*)?\.$/);
    expect(spawnable("a.exe", [argument], {}, "win32").args).toEqual([argument]);
  },
);

test.each([String.raw`C:\100%\a.cmd`, String.raw`C:\%PATH%\%A%.cmd`, String.raw`C:\a & calc ^ (ж) 😀\%A%%A%\b.bat`])(
  "on Windows the command script %j is started, beside arguments with per cent signs",
  (script) => expect(read(script, ["%A%", "%"])).toEqual({ script, args: ["%A%", "%"] }),
);

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-test-shim-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command script as npm writes it (cmd-shim), in a folder of this name, beside others. */
function placeShim(name: string, lines: readonly string[]): string {
  const bin = path.join(folder, name, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const head = ["@ECHO off", "GOTO start", ":find_dp0", "SET dp0=%~dp0", "EXIT /b", ":start", "SETLOCAL", "CALL :find_dp0"];
  writeFileSync(path.join(bin, "work.cmd"), [...head, ...lines, ""].join("\r\n"));
  return path.join(bin, "work.cmd");
}

const nodeLines = (options: string): readonly string[] => [
  'IF EXIST "%dp0%\\node.exe" (',
  '  SET "_prog=%dp0%\\node.exe"',
  ") ELSE (",
  '  SET "_prog=node"',
  "  SET PATHEXT=%PATHEXT:;.JS;=;%",
  ")",
  "",
  `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%" ${options} "%dp0%\\..\\@work tool\\cli.js" %*`,
];

test.each(["a & calc", "a^b"])("on Windows a package's program in the folder %j starts without its command script", (name) => {
  const program = path.join(folder, name, "node_modules/@work tool/cli.js");
  const shim = placeShim(name, nodeLines(""));
  expect(spawnable(shim, ["b\n", "%PATH%"], {}, "win32")).toEqual({ file: "node", args: [program, "b\n", "%PATH%"], options: {} });
  expect(spawnable(shim, ["b"], {}, "linux")).toEqual({ file: shim, args: ["b"], options: {} });
});

test.each([
  ["is for another program", ['"%dp0%\\..\\tool\\tool.exe"   %*']],
  ["gives options to Node", nodeLines("--no-warnings")],
  ["sets a variable", ["@SET A=b", ...nodeLines("")]],
])("on Windows a package's command script that %s is refused in a folder of whose name it would run a part", (_how, lines) => {
  const shim = placeShim("c & calc", lines);
  expect(() => spawnable(shim, [], {}, "win32")).toThrow(
    `work.cmd starts its script by cmd.exe, which would change, drop or run a part of this: ${shim}.`,
  );
});

test("on Windows other command scripts, and those in other folders, are started", () => {
  expect(spawnable(placeShim("d (e)", nodeLines("")), [], {}, "win32").file).toBe("cmd.exe");
  const own = path.join(folder, "f & calc.cmd");
  writeFileSync(own, '@node "%~dp0tool.js" %*\r\n');
  expect(spawnable(own, [], {}, "win32").file).toBe("cmd.exe");
});
