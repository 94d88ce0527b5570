import { LogImports } from "../../analysis/tick-log/modules/log-imports.ts";
import type { StackImports } from "../../analysis/tick-log/tick-log-decoder.ts";
import { PackageFiles } from "./package-files.ts";

/** For one log. It is in a bundle of its own, as it has a lexer, and apps without ES modules need none of it. */
export function readImports(): StackImports {
  return new LogImports(new PackageFiles());
}
