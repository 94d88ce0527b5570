import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openPieces } from "../../language-server/history/file-pieces.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pieces-"));
afterAll(() => rm(folder, { recursive: true }));

/** Several times as long as a piece, plus a remainder. */
const bytes = Uint8Array.from({ length: 5_300_000 }, (_, at) => (at * 2_654_435_761) >>> 24);

test.each([
  ["as it is", bytes],
  ["gzipped", gzipSync(bytes)],
])("a file %s is read completely, each piece valid until the next is requested", async (name, content) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const copies: Uint8Array[] = [];
  for await (const piece of await openPieces(file)) copies.push(new Uint8Array(piece));
  expect(copies.length).toBeGreaterThan(4);
  expect(Buffer.concat(copies).equals(bytes)).toBe(true);
});

test("no file is left open if reading stops early", async () => {
  const file = path.join(folder, "left");
  await writeFile(file, bytes);
  for await (const piece of await openPieces(file)) {
    expect(piece.length).toBeGreaterThan(0);
    expect(await openFiles()).toContain(file);
    break;
  }
  expect(await openFiles()).not.toContain(file);
});

/** Files that this process has open, according to Linux. */
async function openFiles(): Promise<readonly string[]> {
  const descriptors = await readdir("/proc/self/fd");
  // The descriptor used for the listing is closed by now.
  return Promise.all(descriptors.map(async (each) => readlink(`/proc/self/fd/${each}`).catch(() => "")));
}

test.each(["compact", "blanks", "gzipped"])("a large .cpuprofile (%s) is read completely, scanned or parsed", async (kind) => {
  const profile = wideProfile(40_000);
  const text = kind === "blanks" ? JSON.stringify(profile, undefined, 1) : JSON.stringify(profile);
  const file = path.join(folder, `${kind}.cpuprofile`);
  await writeFile(file, kind === "gzipped" ? gzipSync(text) : text);
  const { threads } = await readProfileFile(file, { workspaceFolders: [] });
  const { functions, stacks, samples } = threads[0]?.profile ?? {};
  const names = Array.from(samples?.stack ?? [], (row) => functions?.name[stacks?.func[row] ?? -1]);
  expect(text.length).toBeGreaterThan(3_000_000);
  expect(names).toEqual(profile.samples.map((id) => `work${id}`));
});

/** Each sample is one function called by (root). */
function wideProfile(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 2);
  const nodes = ids.map((id) => ({
    id,
    callFrame: { functionName: `work${id}`, scriptId: "1", url: "file:///app.js", lineNumber: id, columnNumber: 1 },
    hitCount: 1,
    positionTicks: [{ line: id + 1, ticks: 1 }],
  }));
  const root = {
    id: 1,
    callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 },
    hitCount: 0,
    children: ids,
  };
  return { nodes: [root, ...nodes], startTime: 0, endTime: count * 1000, samples: ids, timeDeltas: ids.map(() => 1000) };
}
