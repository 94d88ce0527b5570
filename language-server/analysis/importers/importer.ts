import type { CommonText } from "../../texts/coded-text.ts";
import type { ImportedScript, Problem, Profile } from "../profile/profile.ts";
import type { TextOf } from "../tick-log/lines/log-text.ts";
import type { SharedLibrary } from "../tick-log/tick-log.ts";
import type { NativeNames } from "../tick-log/tick-profile.ts";
import type { Microseconds } from "../units.ts";

/** What each sample of a file is worth, by its name in it. */
interface Measure {
  readonly id: string;
  /** As the file says it. */
  readonly unit: string;
  readonly isTime: boolean;
}

/** The measures of a file where there are several to choose from. */
export interface SampleTypes {
  readonly shown: string;
  /** At least two: all times, and `shown`. */
  readonly choices: readonly Measure[];
}

/** An imported profile, with one entry for each thread in the file. */
export interface ImportedFile {
  /** How the samples were taken, as far as it affects costs: `exact` has positions for every frame, `inspector` for the innermost only. */
  readonly recorder: "exact" | "inspector";
  /** True if all frames have positions that are known to be right. */
  readonly hasPositions: boolean;
  /** False if the file does not say when its samples were taken: their times are then made up. */
  readonly hasTimes?: false | undefined;
  readonly threads: readonly { readonly name: string; readonly profile: Profile; readonly scripts: readonly ImportedScript[] }[];
  /** "" if the file does not say. */
  readonly v8Version: string;
  readonly duration: Microseconds;
  /** Left out if there is nothing to choose. */
  readonly sampleTypes?: SampleTypes | undefined;
  /** The same file with another of the choices, without reading it again; undefined if it has no such choice. */
  readonly withType?: ((sampleType: string) => ImportedFile | undefined) | undefined;
  readonly problems: readonly Problem[];
}

interface Format {
  /** As users know it, in English: `.cpuprofile`. */
  readonly name: string;
  /** The same where it is shown, if it is not the same in all languages. */
  readonly title?: CommonText["code"];
  /** Of its files, for the dialog. All may have `.gz` after it. */
  readonly extensions: readonly string[];
  /** Names that only its files have: the Explorer's menu opens these. */
  readonly files?: RegExp;
  /** By the file's first characters, never by its name. */
  readonly recognises: (head: string) => boolean;
}

/** A format that is read as a whole. `read` throws a UserError for a damaged or other file. */
export interface TextImporter extends Format {
  readonly reads: "text";
  readonly read: (text: string) => ImportedFile;
  /** Whether `read` takes a text whose end is missing, and says so. */
  readonly readsCut?: boolean;
  /** A faster reader for typical files. */
  readonly scan?: (decode: (utf8: Uint8Array) => string) => Scanner;
}

/** Reads pieces as they arrive; `finish` returns undefined if the text must be read as a whole, and throws like `read`. */
export interface Scanner {
  readonly push: (bytes: Uint8Array) => void;
  readonly finish: () => ImportedFile | undefined;
}

export interface ReadOptions {
  /** The file's name, for messages. */
  readonly name: string;
  /** Which of several values of each sample to show, by its name in the file; undefined for the best one. */
  readonly sampleType?: string | undefined;
}

/** A binary format that is read as a whole. `read` throws a UserError for a damaged or other file. */
export interface BinaryImporter extends Format {
  readonly reads: "binary";
  readonly read: (bytes: Uint8Array, options: ReadOptions) => ImportedFile;
}

/** A format that is read in pieces as they arrive. No content makes it throw. */
export interface ByteImporter extends Format {
  readonly reads: "bytes";
  readonly open: (textOf?: TextOf) => ByteReader;
}

export interface ByteReader {
  readonly push: (bytes: Uint8Array) => void;
  /** Native code that the file mentions without names; called once everything is pushed. */
  readonly native: () => NativeCode;
  readonly finish: (names?: NativeNames) => ImportedFile;
}

interface NativeCode {
  readonly libraries: readonly SharedLibrary[];
  readonly addresses: readonly number[];
}

export type Importer = TextImporter | BinaryImporter | ByteImporter;
