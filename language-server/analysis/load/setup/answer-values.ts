import { parsedJson } from "../../parsed-json.ts";
import { fieldsOf } from "./page-form.ts";

/** The answer to a set-up request, as far as later requests may use it. */
export interface SetupAnswer {
  readonly body: string;
  /** Header `content-type`, or "". */
  readonly type: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A part of an answer. */
export type AnswerPlace =
  | { readonly in: "header"; readonly name: string }
  /** Keys from the outside in; without any: the whole body. */
  | { readonly in: "body"; readonly keys: readonly string[] };

const key = /\.([^.[\]]+)|\[(\d+)\]|\[(["'])(.*?)\3\]/y;

/**
 * The place that stands behind a request's name: `.token`, `.user.ids[0]`, and what `.http` files write, `.response.body.token`,
 * `.response.body.$.token`, `.response.body.*`, `.response.headers.x-token`. Undefined if it is none.
 */
export function placeIn(written: string): AnswerPlace | undefined {
  const keys = keysIn(written.trimEnd());
  if (keys === undefined || keys.length === 0) return undefined;
  const [first, second, ...rest] = keys;
  if (first !== "response") return { in: "body", keys };
  if (second === "headers") return rest.length === 1 && rest[0] !== undefined ? { in: "header", name: rest[0].toLowerCase() } : undefined;
  if (second !== "body") return { in: "body", keys };
  const inside = rest[0] === "$" ? rest.slice(1) : rest;
  return { in: "body", keys: inside.length === 1 && inside[0] === "*" ? [] : inside };
}

function keysIn(written: string): readonly string[] | undefined {
  const keys: string[] = [];
  key.lastIndex = 0;
  while (key.lastIndex < written.length) {
    const found = key.exec(written);
    if (found === null) return undefined;
    const [, name, index, , quoted] = found;
    keys.push(name ?? index ?? quoted ?? "");
  }
  return keys;
}

/** Undefined if the answer has no such value. Objects and lists are JSON; of a page the values of its form fields. */
export function valueAt(answer: SetupAnswer, place: AnswerPlace): string | undefined {
  if (place.in === "header") return answer.headers[place.name];
  if (place.keys.length === 0) return answer.body.trim();
  if (isPage(answer)) return place.keys.length === 1 ? fieldsOf(answer.body).get(place.keys[0] ?? "") : undefined;
  let value = parsedJson(answer.body);
  for (const each of place.keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, each)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[each];
  }
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value that a request may use, by what is written behind the name of the answer's request; never the value itself. */
export interface NamedValue {
  /** `.token`, `.user.ids[0]`. */
  readonly written: string;
  readonly kind: "text" | "number" | "boolean";
  /** Of its text. */
  readonly length: number;
}

/** Enough to choose from. */
const mostValues = 50;
const deepest = 6;

/** The values of an answer in JSON, and of the form fields of a page, in their order. */
export function valuesOf(answer: SetupAnswer): readonly NamedValue[] {
  const found: NamedValue[] = [];
  if (isPage(answer)) {
    for (const [name, value] of fieldsOf(answer.body)) found.push({ written: step(name), kind: "text", length: value.length });
    return found.filter(({ length }) => length > 0).slice(0, mostValues);
  }
  const visit = (value: unknown, written: string, depth: number): void => {
    if (found.length >= mostValues) return;
    const kind = typeof value === "string" ? "text" : typeof value;
    if (kind === "text" || kind === "number" || kind === "boolean") {
      if (written !== "") found.push({ written, kind, length: String(value).length });
    } else if (typeof value === "object" && value !== null && depth < deepest) {
      const isList = Array.isArray(value);
      // One entry of a list shows what the others have.
      const entries = isList ? Object.entries(value).slice(0, 1) : Object.entries(value);
      for (const [name, inside] of entries) visit(inside, written + (isList ? `[${name}]` : step(name)), depth + 1);
    }
  };
  visit(parsedJson(answer.body), "", 0);
  return found;
}

/** One key, as it is written behind others. */
export function step(name: string): string {
  if (/^[^.[\]"'{}\s]+$/.test(name)) return `.${name}`;
  return name.includes('"') ? `['${name}']` : `["${name}"]`;
}

function isPage({ type, body }: SetupAnswer): boolean {
  return /html/i.test(type) || (type === "" && /^\s*</.test(body));
}
