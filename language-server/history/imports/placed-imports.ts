import { cutStarts } from "../../analysis/imports/module-graph.ts";
import type { Profile } from "../../analysis/profile/profile.ts";
import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import { PackageFiles } from "./package-files.ts";
import { withImports } from "./read-imports.ts";

export interface PlacedImportsOptions {
  /** Text of a row of the profile's scripts, if its recorder had it. */
  readonly textOf: (script: number) => string | undefined;
  /** URLs of ES modules that are known to have run, with or without samples. */
  readonly loaded?: readonly string[] | undefined;
  /** Whether a file, with links followed, may be read; by default any. */
  readonly mayRead?: ((file: string) => boolean) | undefined;
}

/**
 * A profile whose stacks lack the imports of ES modules, with them: by the graph of the imports alone, so inferred. What has no text of its
 * recorder is read from this disk.
 */
export function withPlacedImports(profile: Profile, { textOf, loaded = [], mayRead }: PlacedImportsOptions): Profile {
  const cut = cutStarts(profile);
  if (cut.length === 0) return profile;
  const files = new PackageFiles(mayRead);
  const text = (script: number): string | undefined => textOf(script) ?? files.file(pathOfUrl(profile.scripts.url[script] as string))?.text;
  const isModule = (script: number): boolean => /^\s*(?:im|ex)port\b/m.test(text(script) ?? "");
  return loaded.length > 0 || cut.some(isModule) ? withImports(profile, { textOf: text, loaded }, files) : profile;
}
