import { expect, test } from "vitest";
import { mayRunOwnNode } from "../../language-server/recording/app/app-command.ts";

test.each([
  ["linux", "npm", true],
  ["linux", "/usr/bin/npx", true],
  ["linux", "pnpm", true],
  ["linux", "yarn", false],
  ["linux", "node", false],
  ["darwin", "npm", true],
  ["darwin", "/opt/homebrew/bin/npx", true],
  ["darwin", "pnpm", true],
  ["darwin", "yarn", false],
  ["darwin", "node", false],
  ["win32", "npm", false],
  ["win32", "npx", false],
  ["win32", "pnpm", false],
  ["win32", "yarn", false],
  ["win32", "node", false],
] as const)("on %s the Node of %s may be one of the app's packages: %s", (platform, runtime, may) => {
  expect(mayRunOwnNode(runtime, platform)).toBe(may);
});
