import type { ByteImporter, ImportedFile } from "./importer.ts";
import { type NativeNames, TickLogDecoder } from "../tick-log/tick-log-decoder.ts";

/** First words of V8's logs, whatever was logged. */
const firstWords =
  /^(v8-version|v8-platform|shared-library|profiler|code-creation|script-source|tick|new|heap-capacity|snapshot-code-name),/;

/** `isolate-*-v8.log`, written by `node --prof`, with or without source positions. */
export const v8LogImporter: ByteImporter = {
  name: "V8 log",
  title: "format.v8Log",
  extensions: ["log"],
  files: /^isolate.*\.(log|json)(\.gz)?$|v8.*\.log(\.gz)?$/,
  reads: "bytes",
  recognises: (head) => firstWords.test(head),
  open: (textOf) => {
    const decoder = new TickLogDecoder(textOf);
    return {
      push: (bytes) => decoder.push(bytes),
      native: () => ({ libraries: decoder.libraries, addresses: decoder.nativeAddresses() }),
      finish: (names) => importedLog(decoder, names),
    };
  },
};

/** Imports a log that was read completely. */
export function importedLog(decoder: TickLogDecoder, names?: NativeNames): ImportedFile {
  const { profile, problems, scripts, hasText, meta } = decoder.profile(undefined, names);
  return {
    recorder: "exact",
    hasPositions: meta.hasPositions,
    threads: [{ name: "main", profile, scripts: scripts.filter((_script, row) => hasText[row]) }],
    v8Version: meta.v8Version,
    duration: meta.length,
    problems,
  };
}
