import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Run } from "../run.ts";
import { mostToolProfiles } from "../schema/run-schema.ts";

/** A profile that a tool outside JavaScript wrote itself while it was recorded. */
export interface WrittenProfile {
  readonly tool: "tsc";
  /** As it was written: pprof, gzipped. */
  readonly bytes: Uint8Array;
}

/** One that a run has kept. */
export interface ToolProfile extends Pick<WrittenProfile, "tool"> {
  /** Absolute path. */
  readonly file: string;
}

/** Writes them into the folder of a run; undefined without any. */
export async function writeToolProfiles(
  folder: string,
  profiles: readonly WrittenProfile[],
  { ownFolder, ownFile }: { readonly ownFolder: number; readonly ownFile: number },
): Promise<Run["toolProfiles"]> {
  if (profiles.length === 0) return undefined;
  await mkdir(path.join(folder, "profiles"), { mode: ownFolder });
  const kept = profiles.slice(0, mostToolProfiles).map(({ tool }, index) => ({ tool, file: `profiles/${tool}-${index + 1}.pb.gz` }));
  for (const [index, { file }] of kept.entries()) await writeFile(path.join(folder, file), profiles[index]?.bytes ?? "", { mode: ownFile });
  return kept;
}

/** Those of a stored run by their absolute paths. */
export function toolProfiles({
  folder,
  run,
}: {
  readonly folder: string;
  readonly run: Pick<Run, "toolProfiles">;
}): readonly ToolProfile[] {
  return (run.toolProfiles ?? []).map(({ tool, file }) => ({ tool, file: path.resolve(folder, ...file.split("/")) }));
}
