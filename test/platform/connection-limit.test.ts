import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { mostConnections } from "../../language-server/platform/connection-limit.ts";

test("on Linux a process may open as many connections as its limit of open files leaves", () => {
  const most = mostConnections("linux") ?? 0;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" })));
});

test.each(["darwin", "win32"] as const)("on %s it is not known how many", (platform) => {
  expect(mostConnections(platform)).toBeUndefined();
});
