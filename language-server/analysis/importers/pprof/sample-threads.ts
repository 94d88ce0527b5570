import type { Label, Profile as Pprof } from "pprof-format";
import type { Problem } from "../../profile/profile.ts";
import type { TextAt } from "./pprof-lines.ts";
import { madeOnce } from "../../collections.ts";

/** Labels that name a sample's thread, best first: of Datadog, Pyroscope, Parca, pprof-rs, OpenTelemetry, Heatline. */
const nameLabels = ["thread name", "thread_name", "thread.name", "thread", "comm"];
/** Labels that number it. */
const idLabels = ["thread id", "thread_id", "thread.id", "tid", "os thread id"];
/** Labels that are named in the note about the rest. */
const mostNamed = 8;

/** The threads of a file's samples, as their labels name them. */
export class SampleThreads {
  readonly #textAt: TextAt;
  readonly #names: readonly number[];
  readonly #ids: readonly number[];
  /** By name the ids of its threads. */
  readonly #idsOf = new Map<string, Set<string>>();
  readonly #threads = new Map<string, SampleThread>();
  /** Labels that no thread is named by, and how many samples have each. */
  readonly #others = new Map<number, number>();

  constructor({ stringTable }: Pick<Pprof, "stringTable">, textAt: TextAt) {
    this.#textAt = textAt;
    this.#names = nameLabels.map((label) => stringTable.strings.indexOf(label)).filter((at) => at !== -1);
    this.#ids = idLabels.map((label) => stringTable.strings.indexOf(label)).filter((at) => at !== -1);
  }

  threadOf(labels: readonly Label[]): SampleThread {
    if (labels.length === 0) return this.#thread("", "");
    for (const { key } of labels) {
      const at = Number(key);
      if (!this.#names.includes(at) && !this.#ids.includes(at)) this.#others.set(at, (this.#others.get(at) ?? 0) + 1);
    }
    return this.#thread(this.#value(labels, this.#names), this.#value(labels, this.#ids));
  }

  /** What it is called: with its id if there are others of its name. */
  nameOf({ name, id }: SampleThread): string {
    if (name === "") return id === "" ? "main" : `thread ${id}`;
    return id !== "" && (this.#idsOf.get(name)?.size ?? 0) > 1 ? `${name} (${id})` : name;
  }

  /** Names the labels that are not shown. `name` is the file's. */
  problems(name: string): readonly Problem[] {
    const others = [...this.#others].sort((a, b) => b[1] - a[1]).map(([key]) => this.#textAt(key));
    if (others.length === 0) return [];
    const named = others.slice(0, mostNamed).join(", ");
    const labels = others.length > mostNamed ? `${named}, …` : named;
    return [{ code: "pprof.otherLabels", values: { labels, name }, count: 1 }];
  }

  #value(labels: readonly Label[], keys: readonly number[]): string {
    for (const at of keys) {
      const label = labels.find(({ key }) => Number(key) === at);
      if (label === undefined) continue;
      const text = this.#textAt(label.str);
      if (text !== "") return text;
      if (Number(label.num) !== 0) return String(label.num);
    }
    return "";
  }

  #thread(name: string, id: string): SampleThread {
    return madeOnce(this.#threads, `${name}\n${id}`, () => {
      madeOnce(this.#idsOf, name, () => new Set()).add(id);
      return { name, id };
    });
  }
}

/** One object for each thread; its name or id is "" if no label has it. */
export interface SampleThread {
  readonly name: string;
  readonly id: string;
}
