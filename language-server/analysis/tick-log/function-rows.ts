import { hooksFile } from "../profile/profile.ts";
import type { ProfileTables } from "./profile-tables.ts";
import type { ScriptPositions } from "./script-positions.ts";
import type { TickLog } from "./tick-log.ts";

/** Rows of functions and scripts in a profile's tables, added as they are met. */
export class FunctionRows {
  /** The log's script number for each row of the profile's script table. */
  readonly scripts: number[] = [];
  readonly #log: TickLog;
  readonly #positions: ScriptPositions;
  readonly #tables: ProfileTables;
  readonly #scriptRows = new Map<number, number>();
  readonly #scriptsByUrl = new Map<string, number[]>();
  readonly #rows = new Map<number, number>();
  readonly #rowsByStart = new Map<string, number>();

  constructor(log: TickLog, positions: ScriptPositions, tables: ProfileTables) {
    this.#log = log;
    this.#positions = positions;
    this.#tables = tables;
  }

  /** Undefined if no function of that URL was met. */
  lastScript(url: string): number | undefined {
    return this.#scriptsByUrl.get(url)?.at(-1);
  }

  /** The row of a function that was met. */
  ifKnown(func: number): number | undefined {
    return this.#rows.get(func);
  }

  /** -1 for our own code in the app, which is not part of it. */
  of(func: number): number {
    const known = this.#rows.get(func);
    if (known !== undefined) return known;
    const logged = this.#log.codes.functions[func];
    if (logged === undefined) return this.#tables.pseudoFunction("(unknown)", "native");
    const place = this.#positions.place(logged);
    if (place.url.endsWith(hooksFile)) {
      this.#rows.set(func, -1);
      return -1;
    }
    const script = this.#scriptRow(logged.script, place.url);
    const key = `${script} ${place.line} ${place.column} ${place.name}`;
    let row = this.#rowsByStart.get(key);
    if (row === undefined) {
      const isScript = script >= 0 || place.line > 0;
      row = this.#tables.addFunction(place.name, script, place.line, place.column, isScript ? "script" : "native");
      this.#rowsByStart.set(key, row);
    }
    this.#rows.set(func, row);
    return row;
  }

  /** One row for all scripts of the same URL and text. Scripts without a source in the log have numbers below 0. */
  #scriptRow(script: number, url: string): number {
    if (script < 0 && url === "") return -1;
    const known = script < 0 ? undefined : this.#scriptRows.get(script);
    if (known !== undefined) return known;
    const rows = this.#scriptsByUrl.get(url) ?? [];
    // Texts are decoded only if there are two to compare.
    const text = (of: number): string | undefined => this.#log.scripts.get(of)?.source.text;
    let row = rows.find((candidate) => text(this.scripts[candidate] ?? -1) === text(script));
    if (row === undefined) {
      row = this.#tables.addScript(url);
      this.scripts.push(script);
      this.#scriptsByUrl.set(url, [...rows, row]);
    }
    if (script >= 0) this.#scriptRows.set(script, row);
    return row;
  }
}
