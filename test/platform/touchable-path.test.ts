import { expect, test } from "vitest";
import { isTouchable } from "../../language-server/platform/paths.ts";

test.each([
  "\\\\server\\share\\a.js",
  "//server/share/a.js",
  "\\\\?\\C:\\a.js",
  "\\\\.\\pipe\\a",
  "C:\\app\\NUL",
  "C:/app/con.js",
  "C:\\com1:\\x",
])("on Windows %s is not opened when a file names it", (file) => {
  expect(isTouchable(file, "win32")).toBe(false);
});

test.each(["C:\\app\\a.js", "c:/app/console.js", "C:\\nullable\\a.js"])("on Windows %s may be opened", (file) => {
  expect(isTouchable(file, "win32")).toBe(true);
});

test("on other systems every path without a zero byte may be opened", () => {
  for (const platform of ["linux", "darwin"] as const) {
    expect(isTouchable("//server/con", platform)).toBe(true);
    expect(isTouchable("/a\0.js", platform)).toBe(false);
  }
});
