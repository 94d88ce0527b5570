import { expect, test } from "vitest";
import { spawnable } from "../../language-server/platform/command-script.ts";

test.each(["linux", "darwin"] as const)("on %s every program is started as it is", (platform) => {
  expect(spawnable("npm.cmd", ["a & b"], {}, platform)).toEqual({ file: "npm.cmd", args: ["a & b"], options: {} });
});

test("on Windows a program is started as it is, a command script by cmd.exe", () => {
  expect(spawnable("node.exe", ["a & b"], {}, "win32")).toEqual({ file: "node.exe", args: ["a & b"], options: {} });
  expect(spawnable(String.raw`C:\a\npm.CMD`, ["start"], { ComSpec: "shell.exe" }, "win32")).toEqual({
    file: "shell.exe",
    args: ["/d", "/s", "/c", String.raw`""C:\a\npm.CMD" ^^^"start^^^""`],
    options: { windowsVerbatimArguments: true },
  });
});

test("on Windows a command script may have any name that a file may have", () => {
  const [, , , line] = spawnable(String.raw`C:\a & calc ^ (ж) 😀\%PATH%.cmd`, [], {}, "win32").args;
  expect(line).toBe(String.raw`""C:\a & calc ^ (ж) 😀\"^%"PATH"^%".cmd""`);
});

test.each(["a & calc", "%PATH%", "^", '"', '" & calc "', "a|b", "a>b", "!x!", "a\nb & calc", String.raw`C:\a b\\`])(
  "on Windows nothing in %j means anything to cmd.exe, even when it is read twice",
  (argument) => {
    const line = spawnable("a.cmd", [argument], {}, "win32").args.at(-1) ?? "";
    let rest = line.slice(1, -1).replace('"a.cmd"', "");
    for (let reading = 0; reading < 2; reading += 1) {
      expect(rest.replaceAll(/\^[^]/g, "")).not.toMatch(/["&|<>%!^\n]/);
      rest = rest.replaceAll(/\^([^])/g, "$1");
    }
  },
);
