import { splitLines } from "../syntax/line-ends.ts";
import type { Profile } from "../profile/profile.ts";
import type { RanScript, RunScripts } from "../sources/run-scripts.ts";
import { functionAt, type Syntax } from "../syntax/syntax.ts";
import type { Line } from "../units.ts";
import { grouped, madeOnce } from "../collections.ts";

/** A function of a profile, found in its script's text. */
export interface Definition {
  readonly syntax: Syntax;
  /** Index in syntax.functions; 0 for the script itself. */
  readonly row: number;
}

/** Finds the functions of a profile in the texts that ran. */
export class FunctionDefinitions {
  readonly #profile: Profile;
  readonly #scripts: RunScripts;
  readonly #ranScripts: readonly (RanScript | undefined)[];
  readonly #found = new Map<number, Definition | undefined>();
  /** Lines of a script's text. */
  readonly #lines = new Map<number, readonly string[]>();
  readonly #sites = new WeakMap<Syntax, ReadonlyMap<number, readonly number[]>>();

  /** Only uses scripts whose flag in `isParsed` is set. */
  constructor(profile: Profile, scripts: RunScripts, isParsed: readonly boolean[]) {
    this.#profile = profile;
    this.#scripts = scripts;
    this.#ranScripts = profile.scripts.url.map((url, row) =>
      isParsed[row] === true ? scripts.find(url, profile.scripts.hash[row] ?? "") : undefined,
    );
  }

  /** Undefined for native code, and if the text was not kept, not parsed or has no such function. */
  of(func: number): Definition | undefined {
    return madeOnce(this.#found, func, () => this.#find(func));
  }

  /** The text of a line of a function's script, "" if it was not kept or not parsed. */
  lineOf(func: number, line: Line): string {
    const script = this.#profile.functions.script[func] as number;
    const text = (): string => this.#scripts.text(this.#ranScripts[script]?.hash ?? "") ?? "";
    return madeOnce(this.#lines, script, () => splitLines(text(), "engine"))[line - 1] ?? "";
  }

  /** Indices of the call sites in a function, without those in functions inside it. */
  sitesIn({ syntax, row }: Definition): readonly number[] {
    const { func } = syntax.sites;
    return madeOnce(this.#sites, syntax, () => grouped(func.keys(), (site) => func[site] as number)).get(row) ?? [];
  }

  #find(func: number): Definition | undefined {
    const { functions } = this.#profile;
    const ran = this.#ranScripts[functions.script[func] as number];
    const syntax = ran === undefined ? undefined : this.#scripts.syntax(ran);
    if (syntax === undefined) return undefined;
    const name = functions.name[func] as string;
    const isWhole = name === "" && functions.line[func] === 1 && functions.column[func] === 0;
    const row = isWhole ? 0 : functionAt(syntax, functions.line[func] as number, functions.column[func] as number, name);
    return row === -1 ? undefined : { syntax, row };
  }
}
