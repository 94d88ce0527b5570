import { UserError } from "../user-error.ts";
import { checkJson } from "../budget.ts";
import type { Imported } from "../profile/profile.ts";
import { importCpuprofileFile, importScanned } from "./cpuprofile.ts";
import { CpuprofileScanner } from "./cpuprofile/cpuprofile-scanner.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";

/** Written by `node --cpu-prof`, Chrome DevTools and VS Code's profiler. */
export const cpuprofileImporter: TextImporter = {
  name: ".cpuprofile",
  reads: "text",
  recognises: (head) => /^\s*\{\s*(["}]|$)/.test(head),
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
  // A DevTools protocol response has the profile inside.
  const inner = typeof value === "object" && value !== null && "profile" in value && !("nodes" in value) ? value.profile : value;
  return fileOf(importCpuprofileFile(inner));
}

function fileOf({ profile, problems }: Imported): ImportedFile {
  const { samples, interval } = profile;
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: [{ name: "main", profile, scripts: [] }],
    v8Version: "",
    duration: samples.stack.length * interval,
    problems,
  };
}

function parsed(text: string): unknown {
  checkJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError("cpuprofile.damaged", {}, { cause: error });
  }
}
