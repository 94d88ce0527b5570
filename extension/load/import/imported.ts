import { type ImportBudget, ImportEnded, PartTooLarge } from "./import-budget.ts";
import { type RequestProblem, requestProblems, weightBounds } from "../../../language-server/analysis/load/load-problems.ts";
import type { LoadRequest } from "../../../language-server/analysis/load/load.ts";

/** What a file holds that a load can send. */
export interface Imported {
  /** In the file's order. */
  readonly servers: readonly ImportedServer[];
  readonly notes: readonly ImportNote[];
}

export interface ImportedServer {
  /** `https://shop.example`; "" if the file leaves it to whoever sends. */
  readonly origin: string;
  /** Equal ones are one with a weight. Parameters without a value are `:name` in the path. */
  readonly requests: readonly LoadRequest[];
  /** Names of these parameters, such as `:id`. */
  readonly asked: readonly string[];
}

/** Where in the file: an entry or a line from 1, or an operation such as `GET /pets`. */
export type Place = { readonly entry: number } | { readonly line: number } | { readonly operation: string };

/** What could not be taken over; without a place it is about the whole file. */
export type ImportNote = { readonly at?: Place } & (
  | { readonly code: "static" | "unanswered" | "more-notes"; readonly count: number }
  /** A request with a part of more characters than the limit; and what ended the reading of the file. */
  | { readonly code: "large" | "ended"; readonly limit: number }
  | {
      readonly code:
        "bad-entry" | "no-body" | "binary-body" | "file-upload" | "script" | "curl" | "graphql" | "mixed-body" | "file-variables";
    }
  | { readonly code: "address" | "method" | "authorization" | "bad-line" | "statement"; readonly value: string }
  /** Variables and parameters without a value, bodies without an example. */
  | { readonly code: "variable" | "dynamic" | "body-example" | "media-type" | "reference"; readonly value: string }
  | { readonly code: "parameter"; readonly value: string; readonly place: string }
  /** Reported, but taken over. */
  | { readonly code: "script-ignored" }
  | { readonly code: "base-variable" | "security"; readonly value: string }
  | { readonly code: "refused"; readonly problem: RequestProblem }
);

/** Why nothing of a file can be imported. `line` is from 1. */
export type ImportFailure =
  | { readonly code: "syntax"; readonly line: number | undefined; readonly reason: string }
  | { readonly code: "large-yaml" | "too-many-values" | "too-many-aliases" | "too-deep"; readonly limit: number }
  /** The reader took more memory than it may. */
  | { readonly code: "unknown-format" | "out-of-memory" }
  | { readonly code: "old-openapi"; readonly version: string };

/** One request of a file. */
export interface Found {
  readonly origin: string;
  readonly request: LoadRequest;
  readonly at: Place;
  readonly asked?: readonly string[];
}

export const requestMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Collects what a file holds, within the budget. By server; equal requests are one with a weight. */
export class Collected {
  readonly budget: ImportBudget;
  readonly #servers = new Map<string, { readonly requests: Map<string, LoadRequest>; readonly asked: Set<string> }>();
  readonly #first: ImportNote[] = [];
  readonly #notes: ImportNote[] = [];
  readonly #refused: ImportNote[] = [];
  #requests = 0;
  #characters = 0;

  constructor(budget: ImportBudget) {
    this.budget = budget;
  }

  /** The last one's headers are kept, as those before may lack the session's cookie. */
  add({ origin, request, at, asked = [] }: Found): void {
    const note = this.#whyRefused(request);
    if (note !== undefined) {
      this.#refused.push({ at, ...note });
      return;
    }
    const server = this.#servers.get(origin) ?? { requests: new Map<string, LoadRequest>(), asked: new Set<string>() };
    this.#servers.set(origin, server);
    const { method, path, body, bodyFile = "" } = request;
    const key = JSON.stringify([method, path, body, bodyFile]);
    const known = server.requests.get(key);
    if (known === undefined) this.#take(lengthOf(request));
    server.requests.set(key, { ...request, weight: (known?.weight ?? 0) + 1 });
    for (const name of asked) server.asked.add(name);
  }

  /** Undefined, with a note, where a part of the request is too large. */
  unlessLarge<Result>(at: Place, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PartTooLarge)) throw error;
      this.note({ at, code: "large", limit: error.limit });
      return undefined;
    }
  }

  note(note: ImportNote): void {
    this.#notes.push(note);
  }

  /** One that is about the whole file. */
  noteFirst(note: ImportNote): void {
    this.#first.push(note);
  }

  /** The file was not read beyond `limit`. */
  end(limit: number): void {
    this.#first.unshift({ code: "ended", limit });
  }

  imported(): Imported {
    const notes = [...this.#first, ...this.#notes, ...this.#refused];
    const most = this.budget.limits.notes;
    return {
      servers: [...this.#servers].map(([origin, { requests, asked }]) => ({
        origin,
        requests: scaled([...requests.values()]),
        asked: [...asked],
      })),
      notes: notes.length > most ? [...notes.slice(0, most), { code: "more-notes", count: notes.length - most }] : notes,
    };
  }

  /** Throws ImportEnded if the file holds more requests than are kept. */
  #take(characters: number): void {
    const { limits } = this.budget;
    this.#requests += 1;
    this.#characters += characters;
    if (this.#requests > limits.requests) throw new ImportEnded(limits.requests);
    if (this.#characters > limits.characters) throw new ImportEnded(limits.characters);
  }

  #whyRefused(request: LoadRequest): ImportNote | undefined {
    const { part } = this.budget.limits;
    if (lengthOf({ ...request, path: "" }) > part || lengthOf({ ...request, body: "", headers: {} }) > part)
      return { code: "large", limit: part };
    if (!requestMethods.includes(request.method)) return { code: "method", value: request.method };
    const [problem] = requestProblems(request);
    return problem === undefined ? undefined : { code: "refused", problem };
  }
}

function lengthOf({ path, headers, body }: LoadRequest): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, path.length + body.length);
}

/** Weights without a common divisor above their bound keep their ratios as well as they can. */
function scaled(requests: readonly LoadRequest[]): readonly LoadRequest[] {
  const most = requests.reduce((highest, { weight = 1 }) => Math.max(highest, weight), 1);
  const by = Math.max(1, most / weightBounds.high);
  return requests.map(({ weight = 1, ...request }) => {
    const share = Math.max(weightBounds.low, Math.round(weight / by));
    return share === 1 ? request : { ...request, weight: share };
  });
}

/** Headers of the connection or of a browser's cache, which a load's own client sets or must not send. */
const notSent =
  /^(?::.*|host|connection|content-length|transfer-encoding|keep-alive|proxy-connection|te|trailer|upgrade|expect|if-none-match|if-modified-since)$/i;

/** Several values of a name are one: of cookies by `; `. */
export function sentHeaders(all: readonly { readonly name: string; readonly value: string }[]): Readonly<Record<string, string>> {
  const headers = new Map<string, { readonly name: string; readonly value: string }>();
  for (const { name, value } of all) {
    if (notSent.test(name)) continue;
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(
      key,
      before === undefined ? { name, value } : { name: before.name, value: `${before.value}${key === "cookie" ? "; " : ", "}${value}` },
    );
  }
  return Object.fromEntries([...headers.values()].map(({ name, value }) => [name, value]));
}
