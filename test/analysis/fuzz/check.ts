import { analyse, type Analysis } from "../../../language-server/analysis/analyse.ts";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { TickLogDecoder } from "../../../language-server/analysis/importers/v8-log.ts";
import { functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import { readSourceMap } from "../../../language-server/analysis/sources/source-map.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { brokenInvariants } from "../invariants.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";

/** What is wrong with the result for a damaged log; empty if it is a valid result or a clear problem. */
export function checkLog(text: string): readonly string[] {
  const decoder = new TickLogDecoder();
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += 100_003) decoder.push(bytes.subarray(at, at + 100_003));
  const { profile, meta, problems } = decoder.profile();
  const ticks = text.split("\n").length;
  const wrong = checkProfile(profile, meta.v8Version === "" ? 20 : 24);
  if (meta.recordedTicks > ticks) wrong.push(`${meta.recordedTicks} ticks of ${ticks} lines`);
  if (meta.repairedTicks > meta.recordedTicks) wrong.push("more ticks were repaired than there are");
  if (problems.some((problem) => inEnglish(problem) === problem.code || !(problem.count > 0)))
    wrong.push("a problem without words or count");
  return wrong;
}

/** The same for the parsed JSON of a .cpuprofile. */
export function checkCpuprofile(value: unknown): readonly string[] {
  let profile: Profile;
  try {
    ({ profile } = importCpuprofile(value));
  } catch (error) {
    if (error instanceof UserError && error.message !== "") return [];
    throw error;
  }
  return checkProfile(profile, 20);
}

/** A damaged map is rejected; any accepted map answers every lookup, possibly with nothing. */
export function checkMap(text: string): readonly string[] {
  const map = readSourceMap(text, "/app/dist/out.js.map");
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
