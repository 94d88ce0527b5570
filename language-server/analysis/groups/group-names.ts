import { madeOnce } from "../made-once.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Line } from "../units.ts";
import { ConfigObjects } from "./config-object.ts";
import type { Frame } from "./frames.ts";
import type { GroupFamily, GroupKind } from "./tools.ts";

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
  readonly #textOf: (source: number) => string | undefined;
  readonly #objects = new Map<number, ConfigObjects | undefined>();

  constructor({ functions }: SourceProfile, textOf: (source: number) => string | undefined) {
    [this.#functions, this.#textOf] = [functions, textOf];
  }

  entry(frame: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">): NamedEntry {
    const { kind } = of;
    const part = frame.isModule ? "" : this.#functions.shownName(frame.func);
    if (kind === "rule") return this.#rule(frame, of, part);
    if (frame.package !== "") return { group: { ...of, name: frame.package, path: "", line: 0 }, part };
    if (kind !== "plugin") return { group: { ...of, name: "", path: frame.path, line: 1 }, part };
    return this.#object(frame, of, part);
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

  /** Own code, by the object, class or function that it is in. */
  #object(frame: Frame, of: Pick<CodeGroup, "family" | "kind" | "tool">, part: string): NamedEntry {
    const line = this.#functions.line[frame.func] as Line;
    const objects = madeOnce(this.#objects, frame.source, () => {
      const text = this.#textOf(frame.source);
      return text === undefined ? undefined : new ConfigObjects(text, frame.path);
    });
    const found = objects?.at(line, this.#functions.column[frame.func] as number);
    if (found === undefined) return { group: { ...of, name: "", path: frame.path, line }, part };
    return { group: { ...of, name: found.name, path: frame.path, line: found.line }, part: found.hook || part };
  }
}

/** `@typescript-eslint/` of `@typescript-eslint/eslint-plugin`, `react/` of `eslint-plugin-react`. */
function pluginPrefix(name: string): string {
  const [, scope = "", plain = ""] = /^(?:(@[^/]+)\/)?(?:eslint-plugin-?)?(.*)$/.exec(name) ?? [];
  return [scope, plain].filter((each) => each !== "").join("/") + "/";
}
