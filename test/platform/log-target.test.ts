import { expect, test } from "vitest";
import { heldLogTarget, logTarget } from "../../language-server/platform/paths.ts";

test.each(["linux", "darwin"] as const)("on %s V8 writes its logs to a folder", (platform) => {
  expect(logTarget("/tmp/heatline-x", platform)).toEqual({ folder: "/tmp/heatline-x/ticks", pipe: undefined });
});

test("on Windows V8 writes its logs to a pipe that is named for the session, and that nobody can guess", () => {
  const { folder, pipe } = logTarget(String.raw`C:\Temp\heatline-x`, "win32");
  expect(folder).toBe(String.raw`C:\Temp\heatline-x\ticks`);
  expect(pipe).toMatch(/^\\\\\.\\pipe\\heatline-x-[0-9a-f-]{36}$/);
});

test.each([
  ["linux", "/tmp/heatline-x", "/tmp/heatline-x/ticks"],
  ["darwin", "/tmp/heatline-x", "/tmp/heatline-x/ticks"],
  ["win32", String.raw`C:\Temp\heatline-x`, String.raw`C:\Temp\heatline-x\ticks`],
] as const)("on %s without a pipe V8 writes files, which are read at the end", (platform, session, folder) => {
  expect(heldLogTarget(session, platform)).toEqual({ folder, isHeld: true });
});
