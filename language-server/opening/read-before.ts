import { stat } from "node:fs/promises";
import type { ImportedFile } from "../analysis/importers/importer.ts";

export interface ReadFile {
  readonly imported: ImportedFile;
  /** As users know it. */
  readonly format: string;
}

/** The last file whose samples have several times: the reader is asked which one to show only once it has been read. */
let last: (ReadFile & { readonly file: string; readonly version: string }) | undefined;

/** Differs once a file was written again; "" for a missing one. */
export async function versionOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? "" : [found.dev, found.ino, found.size, found.mtimeNs].join(" ");
}

export function keepForOtherTypes(file: string, version: string, read: ReadFile): ReadFile {
  last = read.imported.withType === undefined ? undefined : { ...read, file, version };
  return read;
}

/** Undefined if the file must be read. */
export function readBefore(file: string, version: string, sampleType: string | undefined): ReadFile | undefined {
  if (sampleType === undefined || last?.file !== file || last.version !== version || version === "") return undefined;
  const imported = last.imported.withType?.(sampleType);
  return imported === undefined ? undefined : { imported, format: last.format };
}
