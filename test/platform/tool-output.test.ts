import { expect, test } from "vitest";
import { toolOutput, toolSucceeds, windowsText } from "../../language-server/platform/tool-output.ts";

const tooLong = "x".repeat(200_000);

// A program blocked by policy on Windows makes Node throw at once; on Linux an argument that is too long has the same effect.
test.each([
  ["is missing", "heatline-no-such-tool", []],
  ["is refused at once", process.execPath, [tooLong]],
  ["fails without a word", process.execPath, ["-e", "process.exitCode = 1"]],
])("a tool that %s gives no output and does not succeed", async (_how, file, args) => {
  expect(await toolOutput(file, args)).toBeUndefined();
  expect(await toolSucceeds(file, args)).toBe(false);
});

test("a tool's output is used even if it failed afterwards", async () => {
  const args = ["-e", "console.log('ж'); process.exitCode = 1"];
  expect(String(await toolOutput(process.execPath, args))).toBe("ж\n");
  expect(await toolSucceeds(process.execPath, args)).toBe(false);
  expect(await toolSucceeds(process.execPath, ["-e", "0"])).toBe(true);
});

test("output of Windows tools is UTF-8, or UTF-16 with a byte order mark", () => {
  expect(windowsText(Buffer.from("ж\r\n"))).toBe("ж\r\n");
  expect(windowsText(Buffer.from("\uFEFFж\r\n", "utf16le"))).toBe("ж\r\n");
  expect(windowsText(Buffer.alloc(0))).toBe("");
});
