import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hookImports, loaders, wrapLoad, type LoadedModule } from "./node-loaders.ts";
import { standInFor } from "./stand-in.ts";
import type { DeferredModule } from "./trial-protocol.ts";

const standIns = Symbol.for("heatline.deferred");

export interface Deferral {
  /** Which other file has loaded the module, so that deferring it is for nothing; undefined if none has. */
  loadedBy(): string | undefined;
}

/** Gives imports a stand-in of their module, which is loaded when that is first used. `used`: right before. */
export function deferImports({ to, edges, exports }: DeferredModule, used: () => void): Deferral {
  let isUsed = false;
  let otherUrl: string | undefined;
  const use = (load: () => unknown): unknown => {
    used();
    isUsed = true;
    return load();
  };
  const required = edges.filter(({ isEsm }) => !isEsm);
  if (required.length > 0) {
    const wanted = new Map(required.map(({ from, specifier }) => [`${from}\n${specifier}`, undefined]));
    let whole: unknown;
    wrapLoad((load, specifier, parent) => {
      if (isUsed || !wanted.has(`${parent?.filename ?? ""}\n${specifier}`)) return load();
      whole ??= standInFor(exports, () => use(load)).whole;
      return whole;
    });
  }
  const imported = edges.filter(({ isEsm }) => isEsm);
  if (imported.length > 0) {
    const wanted = new Set(imported.map(({ from, specifier }) => `${pathToFileURL(from).href}\n${specifier}`));
    const { whole, member } = standInFor(exports, () => use(() => createRequire(to)(to) as unknown));
    const value = (name: string): unknown => (name === "default" && !exports.isEsm ? whole : member(name));
    Object.defineProperty(globalThis, standIns, { value, configurable: true });
    const url = `data:text/javascript,${encodeURIComponent(moduleOf(exports))}`;
    const target = pathToFileURL(to).href;
    hookImports({
      resolve: (specifier, context, next) => {
        const isImport = context.conditions.includes("import");
        if (isImport && !isUsed && wanted.has(`${context.parentURL ?? ""}\n${specifier}`))
          return { url, format: "module", shortCircuit: true };
        const resolved = next(specifier, context);
        if (!isUsed && resolved.url === target) otherUrl ??= context.parentURL;
        return resolved;
      },
    });
  }
  return {
    loadedBy: () => {
      if (isUsed) return undefined;
      if (otherUrl !== undefined) return otherUrl.startsWith("file:") ? fileURLToPath(otherUrl) : otherUrl;
      const loaded = loaders._cache[to];
      return loaded === undefined ? undefined : (parentOf(loaded)?.filename ?? to);
    },
  };
}

/** Exports what can have a stand-in. An import of anything else ends the program, whose start is then not counted. */
function moduleOf({ members, isEsm }: DeferredModule["exports"]): string {
  const names = Object.keys(members).filter(
    (name) => members[name] !== "value" && (isEsm || (name !== "default" && name !== "__esModule")),
  );
  const all = isEsm ? names : ["default", ...names];
  const lines = all.map((name, index) => {
    const quoted = JSON.stringify(name);
    return `const v${index} = standIn(${quoted}); export { v${index} as ${quoted} };`;
  });
  return `const standIn = globalThis[Symbol.for("heatline.deferred")];${lines.join("")}`;
}

function parentOf(loaded: LoadedModule): LoadedModule | undefined {
  return Object.values(loaders._cache).find((each) => each?.children.includes(loaded));
}
