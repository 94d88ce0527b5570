import { fileURLToPath } from "node:url";
import { hookImports, loaders, wrapLoad } from "./node-loaders.ts";
import { exportsOf } from "./stand-in.ts";
import type { ImportEdge, ModuleExports } from "./trial-protocol.ts";

export interface Survey {
  readonly edges: readonly ImportEdge[];
  readonly exports: Readonly<Record<string, ModuleExports>>;
}

const noted = Symbol.for("heatline.surveyed");

/** Follows imports that are written so. Returns what was seen of them by now. */
export function surveyImports(specifiers: readonly string[]): () => Survey {
  const wanted = new Set(specifiers);
  const edges = new Map<string, ImportEdge>();
  const exported = new Map<string, unknown>();
  const add = (edge: ImportEdge): void => void edges.set(JSON.stringify(edge), edge);
  wrapLoad((load, specifier, parent) => {
    const result = load();
    const from = parent?.filename;
    if (!wanted.has(specifier) || typeof from !== "string") return result;
    const to = loaders._resolveFilename(specifier, parent, false);
    add({ from, specifier, to, isEsm: false });
    exported.set(to, result);
    return result;
  });
  Object.defineProperty(globalThis, noted, {
    value: (to: string, namespace: unknown) => exported.set(to, namespace),
    configurable: true,
  });
  const targets = new Set<string>();
  hookImports({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const { parentURL = "" } = context;
      if (wanted.has(specifier) && context.conditions.includes("import") && isFile(parentURL) && isFile(resolved.url)) {
        targets.add(resolved.url);
        add({ from: fileURLToPath(parentURL), specifier, to: fileURLToPath(resolved.url), isEsm: true });
      }
      return resolved;
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!targets.has(url) || loaded.source == null || loaded.format?.startsWith("module") !== true) return loaded;
      const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      // On a line of its own, behind what may be a comment. A module may import itself.
      const [to, itself] = [JSON.stringify(fileURLToPath(url)), JSON.stringify(url)];
      const note = `globalThis[Symbol.for("heatline.surveyed")](${to}, __heatlineSurveyed);`;
      return { ...loaded, source: `${text}\n;import * as __heatlineSurveyed from ${itself};${note}` };
    },
  });
  return () => {
    const exports: Record<string, ModuleExports> = {};
    for (const { to } of edges.values()) {
      const isLoaded = exported.has(to) || loaders._cache[to] !== undefined;
      if (isLoaded) exports[to] = exportsOf(exported.has(to) ? exported.get(to) : loaders._cache[to]?.exports);
    }
    return { edges: [...edges.values()], exports };
  };
}

/** Without a query, by which one file can be several modules. */
function isFile(url: string): boolean {
  return url.startsWith("file:") && !/[?#]/.test(url);
}
