import type { MarkName } from "../marks/mark-rows.ts";
import type { Caller } from "./awaited/own-caller.ts";
import { reserveSites, type RewrittenScript } from "./loading/script-rewriter.ts";

/** Names the sites of the scripts that have been loaded, and of calls with a callback. */
export class LoadedSites {
  /** Scripts that another thread has rewritten since the last call. */
  readMore: () => readonly RewrittenScript[] = () => [];
  /** Scripts that could not be read. */
  unread = 0;
  /** Waits that are not measured, since that would change what the code does, or because there is no room for more. */
  left = 0;
  readonly #name: (name: MarkName) => void;
  readonly #sites: SharedArrayBuffer;
  readonly #scripts = new Map<string, number>();
  /** Scripts whose columns moved, and have no map for that. */
  readonly #moved = new Set<string>();
  readonly #callbacks = new Map<string, number | undefined>();

  constructor(name: (name: MarkName) => void, sites: SharedArrayBuffer) {
    this.#name = name;
    this.#sites = sites;
  }

  add({ url, sites, left, isUnread, isMapped }: RewrittenScript): void {
    this.unread += Number(isUnread);
    this.left += left;
    if (sites.length === 0) return;
    const script = this.#script(url);
    if (!isMapped) this.#moved.add(url);
    for (const site of sites) this.#name({ table: "site", script, ...site });
  }

  update(): void {
    for (const script of this.readMore()) this.add(script);
  }

  /** The id of a call such as `fs.readFile` with a callback. Where columns have moved, that of its line's start. */
  callback(caller: Caller, text: string): number | undefined {
    const key = `${caller.line}:${caller.column} ${caller.url}`;
    if (this.#callbacks.has(key)) return this.#callbacks.get(key);
    this.update();
    const id = reserveSites(this.#sites, 1);
    this.#callbacks.set(key, id);
    if (id === undefined) return undefined;
    const column = this.#moved.has(caller.url) ? 0 : caller.column;
    this.#name({ table: "site", id, script: this.#script(caller.url), line: caller.line, column, text, kind: "callback" });
    return id;
  }

  #script(url: string): number {
    const known = this.#scripts.get(url);
    if (known !== undefined) return known;
    const id = this.#scripts.size + 1;
    this.#scripts.set(url, id);
    this.#name({ table: "script", id, url });
    return id;
  }
}
