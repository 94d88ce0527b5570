import type { Problem, Profile } from "../profile/profile.ts";
import type { TextOf } from "../tick-log/lines/log-text.ts";
import type { SharedLibrary } from "../tick-log/tick-log.ts";
import type { NativeNames } from "../tick-log/tick-profile.ts";
import type { Microseconds } from "../units.ts";

/** Text of a script as it was compiled, where the file has it. */
export interface ImportedScript {
  /** As in the profile's ScriptTable. */
  readonly url: string;
  readonly text: string;
  /** What the text's last `sourceMappingURL` comment says, or "". */
  readonly sourceMapUrl: string;
}

/** A foreign profile, read: one thread of it for each that the file holds. */
export interface ImportedFile {
  /** How the samples were taken, as far as costs depend on it: `exact` has positions for every frame, `inspector` for the innermost alone. */
  readonly recorder: "exact" | "inspector";
  /** True where all frames come with their positions, and these are known to be right. */
  readonly hasPositions: boolean;
  readonly threads: readonly { readonly name: string; readonly profile: Profile; readonly scripts: readonly ImportedScript[] }[];
  /** "" where the file does not say. */
  readonly v8Version: string;
  readonly duration: Microseconds;
  readonly problems: readonly Problem[];
}

interface Format {
  /** As a user knows it: `.cpuprofile`. */
  readonly name: string;
  /** By the file's first characters, never by its name. */
  readonly recognises: (head: string) => boolean;
}

/** A format that has to be there as a whole. `read` throws a UserError for what is not it after all. */
export interface TextImporter extends Format {
  readonly reads: "text";
  readonly read: (text: string) => ImportedFile;
  /** Reads the usual kind of it faster. */
  readonly scan?: (decode: (utf8: Uint8Array) => string) => Scanner;
}

/** Reads pieces as they come; `finish` has no answer where the text has to be there as a whole, and throws as `read` does. */
export interface Scanner {
  readonly push: (bytes: Uint8Array) => void;
  readonly finish: () => ImportedFile | undefined;
}

/** A format of bytes that has to be there as a whole. `read` throws a UserError for what is not it after all. */
export interface BinaryImporter extends Format {
  readonly reads: "binary";
  readonly read: (bytes: Uint8Array) => ImportedFile;
}

/** A format that is read in pieces as they come. Nothing in them makes it throw. */
export interface ByteImporter extends Format {
  readonly reads: "bytes";
  readonly open: (textOf?: TextOf) => ByteReader;
}

export interface ByteReader {
  readonly push: (bytes: Uint8Array) => void;
  /** What the file says of native code without naming it; asked once all is pushed. */
  readonly native: () => NativeCode;
  readonly finish: (names?: NativeNames) => ImportedFile;
}

interface NativeCode {
  readonly libraries: readonly SharedLibrary[];
  readonly addresses: readonly number[];
}

export type Importer = TextImporter | BinaryImporter | ByteImporter;
