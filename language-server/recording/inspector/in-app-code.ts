import { readFile } from "node:fs/promises";
import path from "node:path";
import { hooksFile } from "../../analysis/profile/profile.ts";

/** Texts of bundles that threads of the app evaluate, as they may be unable to load a file. */
export interface InAppCode {
  /** Exports of `in-app/facts.ts`. */
  readonly facts: string;
  /** Exports of `in-app/attached-hooks.ts`. */
  readonly attachedHooks: string;
}

/** `folder` contains the bundles of in-app/. */
export async function readInAppCode(folder: string): Promise<InAppCode> {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  const [facts, attachedHooks] = await Promise.all([read("facts.js"), read("attached-hooks.js")]);
  return { facts, attachedHooks };
}

/** An expression for the exports of a bundle. */
export function exportsOf(bundle: string): string {
  return `((require, module) => { ${bundle}; return module.exports; })(typeof require === "function" ? require : process.getBuiltinModule, { exports: {} })`;
}

/** Gives a script the preload's name, so that profiles leave its frames out. */
export function named(script: string): string {
  return `${script}\n//# sourceURL=${hooksFile}`;
}
