import { UserError } from "../user-error.ts";
import { checkJson } from "../budget.ts";
import type { Imported } from "../profile/profile.ts";
import { importCpuprofileFile, importScanned } from "./cpuprofile.ts";
import { CpuprofileScanner } from "./cpuprofile/cpuprofile-scanner.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { isJsonLines, otherJsonError } from "./json-kinds.ts";
import { isRecord, type JsonObject, recordOf } from "./json-values.ts";

/** Written by `node --cpu-prof`, Chrome DevTools and VS Code's profiler. */
export const cpuprofileImporter: TextImporter = {
  name: ".cpuprofile",
  extensions: ["cpuprofile"],
  files: /\.cpuprofile(\.gz)?$/,
  reads: "text",
  // A list is not a profile, but is named by what it holds; collapsed stacks may begin with `[unknown]`.
  recognises: (head) =>
    /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"]|(?:-?\d[\d.]*|true|false|null)\s*(?:,|\]\s*(?:$|\[))|\]\s*(?:$|[[{])))/.test(head),
  read: readCpuprofile,
  scan: (decode) => {
    const scanner = new CpuprofileScanner(decode);
    return {
      push: (bytes) => scanner.push(bytes),
      finish: () => {
        const scanned = scanner.finish();
        return scanned === undefined ? undefined : fileOf(importScanned(scanned));
      },
    };
  },
};

function readCpuprofile(text: string): ImportedFile {
  const value = parsed(text.replace(/^\uFEFF/, ""));
  const profiles = (Array.isArray(value) ? value : [value]).map((each) => profileIn(each)).filter((each) => each !== undefined);
  if (profiles.length === 0) throw otherJsonError(value);
  return fileOf(...profiles.map((profile) => importCpuprofileFile(profile)));
}

/** The profile that a file is, or that it has inside: an answer or event of the inspector's protocol, whole or in part. */
function profileIn(value: unknown, depth = 2): JsonObject | undefined {
  const file = recordOf(value);
  if (Array.isArray(file["nodes"]) ? !("snapshot" in file) : isRecord(file["head"]) && !("selfSize" in file["head"])) return file;
  const inside = [file["profile"], file["cpuProfile"], file["result"], file["params"]].filter(isRecord);
  return depth === 0 ? undefined : inside.map((each) => profileIn(each, depth - 1)).find((each) => each !== undefined);
}

/** A list of messages may have several profiles, each of another session or time: none is left out. */
function fileOf(...all: readonly Imported[]): ImportedFile {
  return {
    recorder: "inspector",
    hasPositions: false,
    ...(all.some(hasTimes) ? {} : { hasTimes: false }),
    threads: all.map(({ profile }, at) => ({ name: at === 0 ? "main" : `profile ${at + 1}`, profile, scripts: [] })),
    v8Version: "",
    duration: Math.max(...all.map(({ profile: { samples, interval } }) => samples.stack.length * interval)),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** False for hits without order, and for samples without `timeDeltas`, which are all at the same time. */
function hasTimes({ profile: { samples }, problems }: Imported): boolean {
  return (samples.time.at(-1) ?? 0) > 0 && problems.every(({ code }) => code !== "cpuprofile.noOrder");
}

function parsed(text: string): unknown {
  checkJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(isJsonLines(text) ? "profile.isJsonLines" : "cpuprofile.damaged", {}, { cause: error });
  }
}
