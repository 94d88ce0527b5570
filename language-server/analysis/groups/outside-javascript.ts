import { packageOf } from "../sources/package-name.ts";
import type { SourceProfile } from "../sources/source-profile.ts";

/** Tools that work in native threads or programs of their own, by a package that calls them. */
const natives: readonly (readonly [package_: RegExp, ...tools: readonly string[]])[] = [
  // It parses, transforms and minifies by Oxc.
  [/^(?:rolldown|@rolldown\/binding.*)$/, "Rolldown", "Oxc"],
  [/^(?:oxc-.*|@oxc-(?:parser|transform|minify)\/.*)$/, "Oxc"],
  [/^(?:esbuild|esbuild-wasm)$/, "esbuild"],
  // It parses, transforms and minifies by SWC.
  [/^(?:@rspack\/(?:core|binding.*))$/, "Rspack", "SWC"],
  [/^(?:@swc\/(?:core.*|wasm.*))$/, "SWC"],
  [/^lightningcss.*$/, "Lightning CSS"],
  [/^(?:@tailwindcss\/oxide.*)$/, "Tailwind CSS"],
  [/^(?:sass-embedded.*)$/, "Sass"],
];

/** Finds TypeScript 7's own program and starts it. */
const typescript = /\/typescript\/lib\/getExePath\.js$/;

export const nativeTypeScript = "TypeScript";

/** The tools that were called in a run, and whose own work no profile of JavaScript has. */
export function toolsOutside({ sources }: SourceProfile): readonly string[] {
  const packages = new Set(sources.map(({ path }) => packageOf(path) ?? ""));
  const found = natives.flatMap(([pattern, ...tools]) => ([...packages].some((each) => pattern.test(each)) ? tools : []));
  return [...new Set(sources.some(({ path }) => typescript.test(path)) ? [...found, nativeTypeScript] : found)];
}
