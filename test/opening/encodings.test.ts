import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { isUserError } from "../../language-server/analysis/user-error.ts";
import { type OpenedShares, openedShares } from "./corpus/shares.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-encodings-"));
const corpus = path.join(import.meta.dirname, "../fixtures/corpus");

function opened(bytes: Uint8Array): Promise<OpenedShares> {
  const file = path.join(folder, "profile");
  writeFileSync(file, bytes);
  return openedShares(file);
}

/** With a byte order mark, as PowerShell's `>` writes it. */
function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, "utf16le");
}

test.each([
  "0x.ticks.json.gz",
  "bun.cpuprofile.gz",
  "chromium-startup.trace.json.gz",
  "inferno.collapsed.txt.gz",
  "perf.default.txt.gz",
  "py-spy.speedscope.json.gz",
  "v8-profiler-next.old.cpuprofile.gz",
])("%s opens with the same figures as UTF-16 in either order of bytes, gzipped or not", async (name) => {
  const text = gunzipSync(readFileSync(path.join(corpus, name))).toString();
  const expected = await opened(Buffer.from(text));
  expect(expected.samples).toBeGreaterThan(0);
  for (const bytes of [utf16(text), utf16(text).swap16(), gzipSync(utf16(text))]) expect(await opened(bytes)).toEqual(expected);
});

test.each(["bun.cpuprofile.gz", "go-cpu.pb.gz", "perf.default.txt.gz"])("%s opens if it was gzipped twice", async (name) => {
  const once = readFileSync(path.join(corpus, name));
  expect(await opened(gzipSync(once))).toEqual(await opened(once));
});

test("what was gzipped twice is refused as a zip bomb like what was gzipped once", async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('{"nodes":['), Buffer.alloc(100_000_000, " ")]));
  for (const bytes of [bomb, gzipSync(bomb)]) {
    const error: unknown = await opened(bytes).catch((reason: unknown) => reason);
    expect(isUserError(error) && error.coded.code).toBe("file.inflates");
  }
});

test("a picture of a flame graph in UTF-16 is refused by name", async () => {
  const error: unknown = await opened(utf16('<svg version="1.1">')).catch((reason: unknown) => reason);
  expect(isUserError(error) && error.coded).toMatchObject({ code: "profile.isPicture", values: { name: "profile" } });
});
