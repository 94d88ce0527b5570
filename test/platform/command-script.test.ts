import { expect, test } from "vitest";
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

test("on Windows a line break in an argument, at which a command would end, becomes a blank", () => {
  expect(read("a.cmd", ["a\r\nb & calc"]).args).toEqual(["a b & calc"]);
});

test.each([String.raw`C:\100%\a.cmd`, String.raw`C:\%PATH%\%A%.cmd`, String.raw`C:\a & calc ^ (ж) 😀\%A%%A%\b.bat`])(
  "on Windows the command script %j is started, beside arguments with per cent signs",
  (script) => expect(read(script, ["%A%", "%"])).toEqual({ script, args: ["%A%", "%"] }),
);
