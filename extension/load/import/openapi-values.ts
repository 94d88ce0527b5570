import type { ImportBudget } from "./import-budget.ts";

/** Values for what an OpenAPI document describes: only ones that it gives itself, as examples, defaults, constants or enums. */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value, or the name of the part that has none: a property, a reference, or "" for all of it. */
export type Sample = { readonly value: unknown } | { readonly missing: string };

const longestReference = 10_000;

/** Follows references within the document; undefined if there is no such place or a reference leads to itself. */
export function resolved(document: unknown, value: unknown): unknown {
  let now = value;
  for (let hops = 0; isObject(now) && typeof now["$ref"] === "string"; hops += 1) {
    if (hops > 20 || now["$ref"].length > longestReference || !now["$ref"].startsWith("#/")) return undefined;
    const keys = now["$ref"].slice(2).split("/");
    let at = document;
    for (const key of keys) {
      const name = decoded(key);
      at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name) ? (at as Json)[name] : undefined;
    }
    now = at;
  }
  return now;
}

/** JSON pointers in a URL's fragment (RFC 6901, 6). */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return key;
  }
}

/** Requests of one operation. */
export const mostVariants = 10;

/** The examples of a parameter or media type, in their order; those in files of their own are left out. */
export function examplesOf(document: unknown, described: Json): readonly unknown[] {
  if (described["example"] !== undefined) return [described["example"]];
  const { examples } = described;
  if (!isObject(examples)) return [];
  return Object.values(examples).flatMap((each) => {
    const example = resolved(document, each);
    return isObject(example) && "value" in example ? [example["value"]] : [];
  });
}

/** Schemas may refer to each other without end. */
const deepest = 20;
const mostSchemas = 5000;

export class Sampler {
  readonly #document: unknown;
  #schemas = 0;
  /** What is being sampled, outermost first. */
  readonly #open = new Set<Json>();

  readonly #budget: ImportBudget;

  constructor(document: unknown, budget: ImportBudget) {
    this.#document = document;
    this.#budget = budget;
  }

  /** Counts work. */
  step(count: number): void {
    this.#budget.step(count);
  }

  /** The value; throws PartTooLarge if no request could have it. */
  checked<Value>(value: Value): Value {
    this.#budget.checkValue(value);
    return value;
  }

  /** Of an object, its required properties and what else has a value; never what only responses have. */
  sample(given: unknown): Sample {
    this.#schemas += 1;
    this.#budget.step();
    const schema = resolved(this.#document, given);
    if (!isObject(schema)) return { missing: isObject(given) && typeof given["$ref"] === "string" ? given["$ref"] : "" };
    if (this.#open.has(schema) || this.#open.size > deepest || this.#schemas > mostSchemas) return { missing: "" };
    this.#open.add(schema);
    const sample = this.#valueOf(schema);
    this.#open.delete(schema);
    return sample;
  }

  #valueOf(schema: Json): Sample {
    const { example, examples, default: usual, enum: choices } = schema;
    for (const value of [example, Array.isArray(examples) ? examples[0] : undefined, schema["const"], usual])
      if (value !== undefined) return { value };
    if (Array.isArray(choices) && choices.length > 0) return { value: choices[0] };
    const alternatives = schema["oneOf"] ?? schema["anyOf"];
    if (Array.isArray(alternatives)) return this.#first(alternatives);
    if (Array.isArray(schema["allOf"])) return this.#all(schema, schema["allOf"]);
    if (isObject(schema["properties"])) return this.#object(schema, schema["properties"]);
    if (schema["items"] === undefined) return { missing: "" };
    const item = this.sample(schema["items"]);
    return "missing" in item ? item : { value: [item.value] };
  }

  #first(alternatives: readonly unknown[]): Sample {
    let last: Sample = { missing: "" };
    for (const each of alternatives) {
      last = this.sample(each);
      if ("value" in last) return last;
    }
    return last;
  }

  #all(schema: Json, parts: readonly unknown[]): Sample {
    const { allOf: _allOf, ...own } = schema;
    const all = isObject(own["properties"]) ? [...parts, own] : parts;
    let value: unknown;
    let missing: string | undefined;
    for (const each of all) {
      const sample = this.sample(each);
      if ("missing" in sample) missing ??= sample.missing;
      else if (isObject(value) && isObject(sample.value)) {
        const merged: Json = { ...value, ...sample.value };
        this.step(Object.keys(merged).length);
        value = merged;
      } else value = sample.value;
    }
    return missing === undefined || (missing === "" && value !== undefined) ? { value } : { missing };
  }

  #object(schema: Json, properties: Json): Sample {
    const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
    const value: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(properties)) {
      const property = resolved(this.#document, given);
      if (isObject(property) && property["readOnly"] === true) continue;
      const sample = this.sample(given);
      if ("value" in sample) value[name] = sample.value;
      else if (required.has(name)) return { missing: sample.missing === "" ? name : within(name, sample.missing) };
    }
    return Object.keys(value).length === 0 ? { missing: "" } : { value };
  }
}

function within(name: string, part: string): string {
  return part.startsWith("#") ? part : `${name}.${part}`;
}

type Pairs = readonly (readonly [string, string])[];

/** `form`, the style of queries and cookies; undefined for a style without a rule for this value. */
export function formPairs(name: string, value: unknown, style: string, explodes: boolean): Pairs | undefined {
  if (style === "deepObject")
    return isObject(value) ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, text(each)]) : undefined;
  const separator = { form: ",", spaceDelimited: " ", pipeDelimited: "|" }[style];
  if (separator === undefined) return undefined;
  if (Array.isArray(value)) return explodes ? value.map((each) => [name, text(each)]) : [[name, value.map(text).join(separator)]];
  if (!isObject(value)) return [[name, text(value)]];
  const entries = Object.entries(value);
  return explodes
    ? entries.map(([key, each]) => [key, text(each)])
    : [[name, entries.flatMap(([key, each]) => [key, text(each)]).join(separator)]];
}

/** `simple`, the style of paths and headers. */
export function simpleText(value: unknown, explodes: boolean): string {
  if (Array.isArray(value)) return value.map(text).join(",");
  if (!isObject(value)) return text(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}${explodes ? "=" : ","}${text(each)}`)
    .join(",");
}

/** A name in a document: a text, or a number. */
export function nameOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Of a value that `Sampler.checked` has seen. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
