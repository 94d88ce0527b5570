import { mostSites } from "../wait-counters.ts";
import { rewriteWaits, type Rewritten } from "../rewriting/rewrite-waits.ts";
import type { Parse } from "../rewriting/syntax-tree.ts";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** What a thread that loads scripts has to know; it can be cloned. */
export interface LoadingOptions {
  /** Absolute path of the parser's bundle. */
  readonly parser: string;
  /** Scripts in these folders are not the app's. */
  readonly foreignFolders: readonly string[];
  /** The thread whose code is rewritten. */
  readonly threadId: number;
  /** Room for one number: how many sites have an id so far, in all threads that load for that one. */
  readonly sites: SharedArrayBuffer;
}

/** `url`: as V8 has it. */
export interface RewrittenScript extends Pick<Rewritten, "sites" | "left" | "isMapped"> {
  readonly url: string;
  /** It could not be read as JavaScript or TypeScript. */
  readonly isUnread: boolean;
}

/** Undefined: it is tried as CommonJS, and becomes a module if it is none. */
export type ScriptFormat = "module" | "commonjs" | undefined;

/** Rewrites the app's own scripts as they are loaded. */
export class ScriptRewriter {
  readonly #options: LoadingOptions;
  readonly #parse: Parse;
  readonly #onScript: (script: RewrittenScript) => void;
  /** Throws if the parser cannot be read, as under the permission model. */
  constructor(options: LoadingOptions, onScript: (script: RewrittenScript) => void) {
    this.#options = options;
    this.#parse = (require(options.parser) as { readonly parse: Parse }).parse;
    this.#onScript = onScript;
  }

  /** The text to run instead; the same if it is not the app's own, waits for nothing, or is rewritten already. */
  rewritten(text: string, url: string, format: ScriptFormat): string {
    if (!text.includes("await")) return text;
    const { foreignFolders, threadId } = this.#options;
    const file = ownScript(url, (each) => foreignFolders.some((folder) => each.startsWith(folder)));
    if (file === undefined) return text;
    try {
      const result = rewriteWaits(text, {
        parse: this.#parse,
        path: file,
        isModule: format === "module",
        threadId,
        reserve: this.#reserve,
      });
      const { sites, left, isMapped } = result ?? { sites: [], left: 0, isMapped: false };
      const isUnread = result === undefined && format !== undefined;
      if (isUnread || sites.length + left > 0) this.#onScript({ url, sites, left, isMapped, isUnread });
      return result?.text ?? text;
    } catch {
      // The app must not fail because of us; code can be nested too deeply, for example.
      this.#onScript({ url, sites: [], left: 0, isMapped: false, isUnread: true });
      return text;
    }
  }

  readonly #reserve = (sites: number): number | undefined => reserveSites(this.#options.sites, sites);
}

/** Ids of so many new sites, which follow the one returned; undefined if there is no room for them. */
export function reserveSites(sites: SharedArrayBuffer, count: number): number | undefined {
  const last = Atomics.add(new Int32Array(sites), 0, count) + count;
  return last > mostSites ? undefined : last - count + 1;
}

/** The path of an own file of the app by its path or `file:` URL; undefined for anything else, such as what a package installed. */
export function ownScript(url: string, isForeign: (file: string) => boolean): string | undefined {
  const file = fileOf(url);
  if (file === undefined || /[\\/]node_modules[\\/]|[\\/]\.pnp\.c?js$/.test(file)) return undefined;
  return isForeign(file) ? undefined : file;
}

function fileOf(url: string): string | undefined {
  if (!url.startsWith("file:")) return path.isAbsolute(url) ? url : undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
