import { expect, test } from "vitest";
import { pathKey } from "../../language-server/platform/paths.ts";

test.each([
  ["win32", "c:/App/A.js", "C:\\app\\a.JS", true],
  ["win32", "//NAS/share/a.js", String.raw`\\nas\Share\A.js`, true],
  ["win32", "c:/é.js", "c:/e\u0301.js", true],
  ["darwin", "/App/é.js", "/app/e\u0301.js", true],
  ["darwin", "/app/a.js", "/app\\a.js", false],
  ["linux", "/App/a.js", "/app/a.js", false],
  ["linux", "/app/é.js", "/app/e\u0301.js", false],
] as const)("on %s %s and %s are one file: %s", (platform, one, other, isSame) => {
  expect(pathKey(one, platform) === pathKey(other, platform)).toBe(isSame);
});
