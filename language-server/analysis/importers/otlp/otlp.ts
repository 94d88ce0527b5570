import { checkJson } from "../../budget.ts";
import type { TextCode } from "../../../texts/coded-text.ts";
import { isUserError, UserError } from "../../user-error.ts";
import type { BinaryImporter, ImportedFile, ReadOptions, TextImporter } from "../importer.ts";
import { isRecord, type JsonObject, jsonOf } from "../json-values.ts";
import { importedPprof } from "../pprof/pprof.ts";
import { beginsAsOtlp } from "./otlp-head.ts";
import { profilesDataOf } from "./otlp-messages.ts";
import { pprofOf } from "./otlp-pprof.ts";

const format = { name: "OpenTelemetry profile", title: "format.otlp", files: /\.otlp(\.gz)?$/ } as const;

/** OpenTelemetry's profiles (opentelemetry-proto, profiles/v1development) in protobuf, as async-profiler and its jfrconv write them. */
export const otlpImporter: BinaryImporter = {
  ...format,
  extensions: ["otlp", "pb"],
  reads: "binary",
  recognises: beginsAsOtlp,
  read: (bytes, options) => importedOtlp([profilesDataOf(bytes)], options),
};

/** The same in JSON, as the collector's file exporter writes it: an object on each line. */
export const otlpJsonImporter: TextImporter = {
  ...format,
  extensions: ["otlp", "json"],
  reads: "text",
  recognises: (head) => /^\s*\{\s*"(?:resourceProfiles|resource_profiles|dictionary)"\s*:/.test(head),
  read: (text) => importedOtlp(objectsIn(text)),
};

/** Where pprof's reader names its format. */
const codes: Partial<Record<TextCode, TextCode>> = {
  "pprof.empty": "otlp.empty",
  "pprof.foreignLines": "otlp.foreignLines",
  "pprof.onlyFunctions": "otlp.onlyFunctions",
};

function importedOtlp(files: readonly JsonObject[], options?: ReadOptions): ImportedFile {
  try {
    return renamed(importedPprof(pprofOf(files), options ?? { name: "" }));
  } catch (error) {
    if (!isUserError(error)) throw error;
    const { code, values } = error.coded;
    // Who reads a text adds the file's name.
    const { name: _, ...nameless } = values ?? {};
    throw new UserError(codes[code] ?? code, options === undefined ? nameless : values, { cause: error });
  }
}

function renamed(file: ImportedFile): ImportedFile {
  const { problems, withType } = file;
  return {
    ...file,
    problems: problems.map((problem) => ({ ...problem, code: codes[problem.code] ?? problem.code })),
    withType:
      withType &&
      ((type) => {
        const other = withType(type);
        return other && renamed(other);
      }),
  };
}

function objectsIn(text: string): readonly JsonObject[] {
  checkJson(text);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isLines = lines.length > 1 && lines.every((line) => line.startsWith("{"));
  const files = (isLines ? lines : [text]).map((each) => jsonOf(each, "otlp.damaged")).filter(isRecord);
  if (files.length === 0) throw new UserError("otlp.damaged");
  return files;
}
