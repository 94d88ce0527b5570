import type { Definition, FunctionDefinitions } from "./function-definitions.ts";
import { functionKinds, type Position, type Profile } from "../profile/profile.ts";
import { siteKinds, type Syntax } from "../syntax/syntax.ts";
import { madeOnce } from "../collections.ts";

const script = functionKinds.indexOf("script");
const gets = siteKinds.indexOf("get");
const sets = siteKinds.indexOf("set");
const supers = siteKinds.indexOf("super");
const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
const iterates = siteKinds.indexOf("iterate");
/** With more candidate lines, the call may be anywhere in the function. */
const mostCandidates = 16;

/** Finds the call expressions of a function that can have called another. */
export class CallMatcher {
  readonly #profile: Profile;
  readonly #definitions: FunctionDefinitions;
  readonly #names = new Map<number, ReadonlySet<string>>();
  readonly #aliasesBySyntax = new WeakMap<Syntax, ReadonlyMap<string, readonly string[]>>();

  constructor(profile: Profile, definitions: FunctionDefinitions) {
    this.#profile = profile;
    this.#definitions = definitions;
  }

  /**
   * Positions in the caller's script, of the best match only: a callback's own call, then matching names, then calls that may run anything,
   * then the only line with a call.
   */
  callSites(caller: number, callee: number): readonly Position[] {
    const home = this.#definitions.of(caller);
    if (home === undefined) return [];
    const { sites } = home.syntax;
    const all = this.#definitions.sitesIn(home).filter((site) => calls.has(sites.kind[site] as number));
    const found =
      this.#fieldSites(home, callee) ??
      firstWithAny([
        () => this.namedSites(caller, callee),
        () => all.filter((site) => sites.dynamic[site] === 1),
        () => (this.#isScript(callee) && all.every((site) => sites.line[site] === sites.line[all[0] as number]) ? all : []),
      ]);
    if (found.length > mostCandidates) return [];
    return found.map((site) => ({ line: sites.line[site] as number, column: sites.column[site] as number }));
  }

  /** Rows of the sites in the caller's text that are known to call it: its own call as a callback, or those with its name. */
  namedSites(caller: number, callee: number): readonly number[] {
    const home = this.#definitions.of(caller);
    if (home === undefined) return [];
    const child = this.#definitions.of(callee);
    return firstWithAny([() => this.#callbackSites(home, child), () => this.#sitesByName(home, callee, child)]);
  }

  /** A function written as an argument of a call runs under that call, if it runs under its enclosing function at all. */
  #callbackSites(home: Definition, child: Definition | undefined): readonly number[] {
    if (child === undefined || child.syntax !== home.syntax) return [];
    const site = child.syntax.functions.argumentOf[child.row] as number;
    return site !== -1 && child.syntax.functions.parent[child.row] === home.row ? [site] : [];
  }

  #sitesByName(home: Definition, callee: number, child: Definition | undefined): readonly number[] {
    const { sites, aliases } = home.syntax;
    const names = this.#namesOf(callee);
    const shown = this.#profile.functions.name[callee] as string;
    const means = (name: string): boolean =>
      name !== "" && (names.has(name) || [...(aliases.get(name) ?? [])].some((other) => names.has(other)));
    const own = this.#definitions.sitesIn(home);
    if (shown.startsWith("get ")) return own.filter((site) => sites.kind[site] === gets && names.has(sites.name[site] as string));
    if (shown.startsWith("set ")) return own.filter((site) => sites.kind[site] === sets && names.has(sites.name[site] as string));
    if (child?.syntax.functions.generator[child.row] === 1 || names.has("[Symbol.iterator]")) {
      return own.filter((site) => sites.kind[site] === iterates || /^(next|return|throw)$/.test(sites.name[site] as string));
    }
    const called = own.filter((site) => calls.has(sites.kind[site] as number) && means(sites.name[site] as string));
    return called.length > 0 ? called : own.filter((site) => (sites.passes[site] ?? []).some(means));
  }

  /** Field initialisers run at the start of the constructor, or under `super()`. Undefined for any other function. */
  #fieldSites(home: Definition, callee: number): readonly number[] | undefined {
    if (!/^<(instance_members|static)_initializer>$/.test(this.#profile.functions.name[callee] as string)) return undefined;
    const { sites } = home.syntax;
    return this.#definitions.sitesIn(home).filter((site) => sites.kind[site] === supers);
  }

  /** Names by which a function may be called, in its own script and elsewhere. */
  #namesOf(func: number): ReadonlySet<string> {
    const known = this.#names.get(func);
    if (known !== undefined) return known;
    const shown = (this.#profile.functions.name[func] as string).replace(/^(get|set|async|bound) /, "");
    const names = new Set([shown, shown.slice(shown.lastIndexOf(".") + 1)]);
    const definition = this.#definitions.of(func);
    if (definition !== undefined) {
      for (const name of definition.syntax.functions.calledAs[definition.row] ?? []) names.add(name);
      const aliases = madeOnce(this.#aliasesBySyntax, definition.syntax, () => turned(definition.syntax.aliases));
      // Also visits names added on the way: an alias of an alias counts too.
      for (const name of names) for (const alias of aliases.get(name) ?? []) names.add(alias);
    }
    names.delete("");
    this.#names.set(func, names);
    return names;
  }

  #isScript(func: number): boolean {
    return this.#profile.functions.kind[func] === script;
  }
}

/** Aliases by the name that they stand for. */
function turned(aliases: Syntax["aliases"]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const [alias, names] of aliases) for (const name of names) madeOnce(byName, name, () => []).push(alias);
  return byName;
}

function firstWithAny(readings: readonly (() => readonly number[])[]): readonly number[] {
  for (const reading of readings) {
    const found = reading();
    if (found.length > 0) return found;
  }
  return [];
}
