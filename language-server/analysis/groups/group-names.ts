import { madeOnce } from "../collections.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Line } from "../units.ts";
import { ConfigObjects, type ConfiguredObject } from "./config-object.ts";
import type { Frame } from "./frames.ts";
import { type GroupFamily, type GroupKind, hasInnerPlugins, isHookName, moduleHook } from "./tools.ts";

/** Code that a tool runs because its user configured it, or wrote it for it. */
export interface CodeGroup {
  readonly family: GroupFamily;
  readonly kind: GroupKind;
  readonly tool: string;
  /** Package, rule, or what an object calls itself; "": its place is its name. */
  readonly name: string;
  /** Where the user has it; "" for a package. */
  readonly path: string;
  readonly line: Line;
}

export interface NamedEntry {
  readonly group: CodeGroup;
  /** The hook, listener or test that ran; "" if it is not known. */
  readonly part: string;
}

/** Names what a tool has called, by the function that it called. */
export class GroupNames {
  readonly #functions: SourceProfile["functions"];
  readonly #sources: SourceProfile["sources"];
  readonly #textOf: (source: number) => string | undefined;
  #registersHooks: boolean | undefined;
  readonly #inner = new Map<number, string | undefined>();
  readonly #objects = new Map<number, ConfigObjects | undefined>();

  constructor({ functions, sources }: SourceProfile, textOf: (source: number) => string | undefined) {
    [this.#functions, this.#sources, this.#textOf] = [functions, sources, textOf];
  }

  entry(frame: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">): NamedEntry {
    const { kind } = of;
    const part = frame.isModule ? "" : this.#functions.shownName(frame.func);
    const inner = kind === "plugin" ? this.innerPlugin(frame) : undefined;
    if (inner !== undefined) return { group: { ...of, name: inner, path: "", line: 0 }, part: this.#configured(frame)?.hook || part };
    if (kind === "rule") return this.#rule(frame, of, part);
    if (frame.package !== "") return { group: { ...of, name: frame.package, path: "", line: 0 }, part };
    const isHooks = kind === "loader" && of.family === "loading";
    return kind === "plugin" || isHooks ? this.#object(frame, of, part) : { group: fileOf(frame, of), part };
  }

  #rule(frame: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">, part: string): NamedEntry {
    const file = /\/rules?\/(?:.*\/)?([^/]+?)(?:\/index)?\.[cm]?[jt]sx?$/.exec(`/${frame.path}`)?.[1];
    const plugin = pluginPrefix(frame.package);
    const isCore = frame.package === "eslint";
    if (isCore && file !== undefined) return { group: { ...of, name: file, path: "", line: 0 }, part };
    if (frame.package !== "")
      return { group: { ...of, name: file === undefined ? frame.package : `${plugin}${file}`, path: "", line: 0 }, part };
    return file === undefined ? this.#object(frame, of, part) : { group: { ...of, name: file, path: frame.path, line: 1 }, part };
  }

  /** Whether it has the form of a hook of modules, in a program whose code registers such hooks for the same thread. */
  isModuleHook(frame: Frame): boolean {
    if (!frame.isOwn || !moduleHook.test(frame.name) || this.#configured(frame)?.parameters !== 3) return false;
    return (this.#registersHooks ??= this.#sources.some(
      ({ category }, source) => category !== "node" && this.#textOf(source)?.includes("registerHooks") === true,
    ));
  }

  /** The name of a bundler's own plugin, such as `vite:css`, if the function is a hook of one; without the text that of the bundler. */
  innerPlugin(frame: Frame): string | undefined {
    if (!hasInnerPlugins.test(frame.package) || !isHookName(frame.name)) return undefined;
    return madeOnce(this.#inner, frame.func, () => {
      const objects = this.#objectsOf(frame);
      if (objects === undefined) return frame.package;
      return objects.pluginAt(this.#functions.line[frame.func] as Line, this.#functions.column[frame.func] as number, isHookName);
    });
  }

  #configured(frame: Frame): ConfiguredObject | undefined {
    return this.#objectsOf(frame)?.at(this.#functions.line[frame.func] as Line, this.#functions.column[frame.func] as number);
  }

  #objectsOf({ source, path }: Frame): ConfigObjects | undefined {
    return madeOnce(this.#objects, source, () => {
      const text = this.#textOf(source);
      return text === undefined ? undefined : new ConfigObjects(text, path);
    });
  }

  /** Own code, by the object, class or function that it is in. */
  #object(frame: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">, part: string): NamedEntry {
    const line = this.#functions.line[frame.func] as Line;
    const found = this.#configured(frame);
    // Hooks that a file exports are that file's.
    if (of.kind === "loader" && found?.isFunction !== false) return { group: fileOf(frame, of), part };
    if (found === undefined) return { group: { ...of, name: "", path: frame.path, line }, part };
    return { group: { ...of, name: found.name, path: frame.path, line: found.line }, part: found.hook || part };
  }
}

function fileOf({ path }: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">): CodeGroup {
  return { ...of, name: "", path, line: 1 };
}

/** `@typescript-eslint/` of `@typescript-eslint/eslint-plugin`, `react/` of `eslint-plugin-react`. */
function pluginPrefix(name: string): string {
  const [, scope = "", plain = ""] = /^(?:(@[^/]+)\/)?(?:eslint-plugin-?)?(.*)$/.exec(name) ?? [];
  return [scope, plain].filter((each) => each !== "").join("/") + "/";
}
