import { isDeepStrictEqual } from "node:util";
import { analyse, type Analysis } from "../../language-server/analysis/analyse.ts";
import { importCpuprofileFile, importScanned } from "../../language-server/analysis/importers/cpuprofile.ts";
import { CpuprofileScanner } from "../../language-server/analysis/importers/cpuprofile/cpuprofile-scanner.ts";
import { headLength, importerFor } from "../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile, Importer } from "../../language-server/analysis/importers/importer.ts";
import { otherKindError } from "../../language-server/analysis/importers/other-kinds.ts";
import { TickLogDecoder } from "../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { functionKinds, type Profile } from "../../language-server/analysis/profile/profile.ts";
import { readSourceMap } from "../../language-server/analysis/sources/source-map.ts";
import { decodeProfile, encodeProfile } from "../../language-server/analysis/profile/table-codec.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { nativeText } from "../../language-server/history/native/native-text.ts";
import { brokenInvariants } from "../analysis/invariants.ts";
import { inEnglish } from "../../language-server/texts/english.ts";

/** What is wrong with the result for a damaged log; empty if it is a valid result or a clear problem. */
export function checkLog(bytes: Uint8Array): readonly string[] {
  const log = new TickLogDecoder();
  for (const piece of pieces(bytes)) log.push(piece);
  const { profile, meta, problems } = log.profile();
  const ticks = bytes.filter((byte) => byte === 10).length + 1;
  const wrong = checkProfile(profile, meta.v8Version === "" ? 20 : 24);
  if (meta.recordedTicks > ticks) wrong.push(`${meta.recordedTicks} ticks of ${ticks} lines`);
  if (meta.repairedTicks > meta.recordedTicks) wrong.push("more ticks were repaired than there are");
  if (problems.some((problem) => inEnglish(problem) === problem.code || !(problem.count > 0)))
    wrong.push("a problem without words or count");
  return wrong;
}

/** The same for a profile file of any format, read in pieces by the importer that recognises it. */
export function checkFile(bytes: Uint8Array): readonly string[] {
  const head = Buffer.from(bytes.subarray(0, headLength)).toString("latin1");
  if (otherKindError(head, "file") !== undefined) return [];
  const importer = importerFor(head);
  if (importer === undefined) return [];
  let threads: ImportedFile["threads"];
  try {
    ({ threads } = readImported(importer, bytes));
  } catch (error) {
    if (error instanceof UserError && error.message !== "") return [];
    throw error;
  }
  return threads.slice(0, 4).flatMap(({ profile }) => checkProfile(profile, 20));
}

/** What the scanner of .cpuprofiles reads without JSON.parse must come to the same as with it. */
export function checkScanner(bytes: Uint8Array): readonly string[] {
  const text = decoder.decode(bytes);
  const scanned = outcome(() => {
    const scanner = new CpuprofileScanner((utf8) => decoder.decode(utf8));
    for (const piece of pieces(bytes)) scanner.push(piece);
    const found = scanner.finish();
    return found === undefined ? undefined : importScanned(found);
  });
  if (scanned === undefined) return [];
  const parsed = outcome(() => importCpuprofileFile(JSON.parse(text)));
  return isDeepStrictEqual(scanned, parsed) ? [] : ["the scanner and JSON.parse disagree"];
}

const decoder = new TextDecoder();
const pieceLength = 100_003;

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

function readImported(importer: Importer, bytes: Uint8Array): ImportedFile {
  switch (importer.reads) {
    case "binary":
      return importer.read(bytes, { name: "fuzz.pb" });
    case "bytes": {
      const reader = importer.open(nativeText);
      for (const piece of pieces(bytes)) reader.push(piece);
      reader.native();
      return reader.finish();
    }
    case "text": {
      const scanner = importer.scan?.((utf8) => decoder.decode(utf8));
      for (const piece of pieces(bytes)) scanner?.push(piece);
      return scanner?.finish() ?? importer.read(decoder.decode(bytes));
    }
  }
}

/** A refusal counts as a result: both readers must refuse, and for the same reason. */
function outcome<Result>(work: () => Result): Result | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    if (error instanceof SyntaxError) return "not JSON";
    throw error;
  }
}

/** A damaged map is rejected; any accepted map answers every lookup, possibly with nothing. */
export function checkMap(bytes: Uint8Array): readonly string[] {
  const map = readSourceMap(decoder.decode(bytes), "/app/dist/out.js.map");
  if (map === undefined) return [];
  const wrong: string[] = [];
  for (const line of [0, 1, 2, 7, 1000, 2 ** 31]) {
    for (const column of [-1, 0, 5, 2 ** 31]) {
      const found = map.original(line, column);
      if (found === undefined) continue;
      if (map.paths[found.source] === undefined || !(found.line >= 1) || !(found.column >= 0)) wrong.push(`${line}:${column} is nowhere`);
    }
    map.originalsOfLine(line, 0, Infinity);
  }
  return wrong;
}

function checkProfile(profile: Profile, nodeMajor: number): string[] {
  const wrong: string[] = [];
  const { scripts, functions, stacks, samples } = profile;
  const check = (holds: boolean, what: string): void => void (holds || wrong.includes(what) || wrong.push(what));
  stacks.prefix.forEach((prefix, row) => check(prefix >= -1 && prefix < row, "a stack precedes its caller"));
  stacks.func.forEach((func) => check(functions.name[func] !== undefined, "a stack has no function"));
  functions.script.forEach((script) => check(script >= -1 && script < scripts.url.length, "a function has no script"));
  functions.kind.forEach((kind) => check(functionKinds[kind] !== undefined, "a function has no kind"));
  samples.stack.forEach((stack) => check(stack >= -1 && stack < stacks.prefix.length, "a sample has no stack"));
  samples.time.forEach((time, row) => check(time >= (samples.time[row - 1] ?? 0), "time runs backwards"));
  check(Number.isFinite(profile.interval) && profile.interval >= 0, "the interval is no length of time");
  if (wrong.length > 0) return wrong;
  const { stack } = decodeProfile(encodeProfile(profile)).samples;
  check(stack.length === samples.stack.length && stack.every((row, at) => row === samples.stack[at]), "it is not read as it was written");
  return [...wrong, ...brokenInvariants(analysed(profile, nodeMajor))];
}

function analysed(profile: Profile, nodeMajor: number): Analysis {
  return analyse({
    threads: [{ name: "main", profile }],
    scripts: [],
    textOf: () => undefined,
    workspaceFolders: ["/app", "/projects", "/home", "/tmp", "/builds"],
    ownCode: ["made-up.js", "**/*.cjs"],
    nodeMajor,
  });
}
