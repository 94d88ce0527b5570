import { LogImports } from "../../analysis/tick-log/modules/log-imports.ts";
import { type ProfileModules, withImports as placed } from "../../analysis/tick-log/modules/profile-imports.ts";
import type { StackImports } from "../../analysis/tick-log/tick-log-decoder.ts";
import type { Profile } from "../../analysis/profile/profile.ts";
import { PackageFiles } from "./package-files.ts";

// In a bundle of its own, as it has a lexer, and apps without ES modules need none of it.

/** For one log. */
export function readImports(): StackImports {
  return new LogImports(new PackageFiles());
}

/** See `placed-imports.ts`. */
export function withImports(profile: Profile, modules: ProfileModules, files: PackageFiles): Profile {
  return placed(profile, modules, files);
}
