import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { TickLogDecoder } from "../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { tickLogArgs } from "../../language-server/recording/ticks/exact-flags.ts";
import { readableSymbol } from "../../language-server/analysis/tick-log/symbol-names.ts";
import { nativeNames } from "../../language-server/history/native/native-names.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";

test.each([
  ["_ZN4node6crypto4Hash10HashUpdateERKN2v820FunctionCallbackInfoINS2_5ValueEEE", "node::crypto::Hash::HashUpdate"],
  ["_ZN2v88internal21Builtin_JsonStringifyEiPmPNS0_7IsolateE", "JSON.stringify"],
  ["_ZN2v88internal19Runtime_StringSplitEiPmPNS0_7IsolateE", "V8: Runtime_StringSplit"],
  ["_ZN2v84base7ieee7543expEd", "Math.exp"],
  ["_ZN2v88internal12StringSearchIhhE13InitialSearchEPS2_NS_4base6VectorIKhEEi", "V8: StringSearch::InitialSearch"],
  ["_ZNK2v88internal12_GLOBAL__N_14FuncEv", "V8: (anonymous namespace)::Func"],
  ["EVP_DigestUpdate", "EVP_DigestUpdate"],
  ["_Zgarbled", "_Zgarbled"],
])("%s reads %s", (symbol, name) => {
  expect(readableSymbol(symbol)).toBe(name);
});

const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-symbols-"));
afterAll(() => rm(folder, { recursive: true }));

/** The log of an app that runs only native code. */
const log = await nativeLog();

/** A name that is only in the file's symbols; names of builtins are also in V8's log. */
const isOfNode = (name: string): boolean => name.startsWith("node::crypto::");

async function nativeLog(): Promise<string> {
  const flags = await tickLogArgs({ nodePath: process.execPath, nodeVersion: process.versions.node, interval: 500 }, { folder });
  const work =
    "const end = process.cpuUsage().user + 800_000; while (process.cpuUsage().user < end) for (let i = 0; i < 200; i++) { JSON.stringify(process.versions); require('crypto').createHash('sha1').update('x').digest(); }";
  await promisify(execFile)(process.execPath, [...flags, "-e", work], { env: { ...process.env, NODE_OPTIONS: "" } });
  return path.join(folder, (await readdir(folder)).find((name) => name.startsWith("isolate-")) ?? "");
}

test("native code has its name, except if the library's file is not the one that ran", async () => {
  const decoder = new TickLogDecoder();
  decoder.push(await readFile(log));
  const names = await nativeNames(decoder.libraries, decoder.nativeAddresses());
  const { profile } = decoder.profile(undefined, (address) => names.get(address));
  expect(profile.functions.name).toContain("JSON.stringify");
  expect(profile.functions.name.filter(isOfNode)).not.toEqual([]);
  const others = decoder.libraries.map((library) => ({ ...library, end: library.end + 0x100000 }));
  expect((await nativeNames(others, decoder.nativeAddresses())).size).toBe(0);
});

test("an opened log has these names, too; if they are not requested it has those of the libraries", async () => {
  const named = await readProfileFile(log, { workspaceFolders: [] });
  expect(named.threads[0]?.profile.functions.name.filter(isOfNode)).not.toEqual([]);
  const unnamed = await readProfileFile(log, { workspaceFolders: [], native: "unnamed" });
  expect(unnamed.threads[0]?.profile.functions.name).toContain(path.basename(process.execPath));
  expect(unnamed.threads[0]?.profile.functions.name.filter(isOfNode)).toEqual([]);
});

test("a pipe that a log names as a library is not read", async () => {
  const pipe = path.join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  expect(await nativeNames([{ path: pipe, start: 0x1000, end: 0x2000, slide: 0 }], [0x1500])).toEqual(new Map());
});
