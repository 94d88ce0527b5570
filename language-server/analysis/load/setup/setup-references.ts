import type { LoadRequest } from "../load.ts";
import { type AnswerPlace, placeIn, type SetupAnswer, valueAt } from "./answer-values.ts";

/** `{{login.token}}` in a path, a header or a body: a value of the answer to the set-up request `login`. */
export interface SetupReference {
  /** As it is written. */
  readonly text: string;
  readonly request: string;
  readonly place: AnswerPlace;
}

/** How names of set-up requests may look. */
export const setupName = /^[A-Za-z_][\w-]*$/;

/** What later requests call it: by its name, else by the last part of its path, as `login` for `POST /api/login`; "" if that is no name. */
export function nameOf({ name = "", path }: Pick<LoadRequest, "name" | "path">): string {
  const [plain = ""] = path.split(/[?#]/);
  const last = name === "" ? (plain.split("/").findLast((part) => part !== "") ?? "") : name;
  return setupName.test(last) ? last : "";
}

const use = /\{\{\s*([A-Za-z_][\w-]*)((?:\.|\[)[^{}]*)\}\}/g;

/** Other templates in braces are not ours: `{{name}}`, `{{#each orders}}`. */
export function referencesIn(text: string): readonly SetupReference[] {
  return Array.from(text.matchAll(use)).flatMap(([all, request = "", written = ""]) => {
    const place = placeIn(written);
    return place === undefined ? [] : [{ text: all, request, place }];
  });
}

/** The text with something else for each reference, given where that begins. */
export function withReferences(text: string, other: (at: number) => string): string {
  return text.replaceAll(use, (all, _name: string, written: string, at: number) => (placeIn(written) === undefined ? all : other(at)));
}

export function hasReference(text: string): boolean {
  return referencesIn(text).length > 0;
}

/** A request with what set-up requests obtained, which is for nobody's eyes. */
export interface FilledRequest extends LoadRequest {
  readonly obtained?: {
    /** The path as it is written, for what is shown and kept; undefined if it has nothing obtained. */
    readonly path?: string;
    /** Names of the headers with something obtained. */
    readonly headers: readonly string[];
  };
}

/** An answer that lacks a value, or has one that cannot stand there. */
export interface MissingValue {
  readonly missing: SetupReference;
  /** The answer; undefined if there is none of that name yet. */
  readonly answer: SetupAnswer | undefined;
}

/** The request with the values that it names. In bodies only names of set-up requests count: they may be templates themselves. */
export function filledIn(request: LoadRequest, answers: ReadonlyMap<string, SetupAnswer>): FilledRequest | MissingValue {
  let missing: MissingValue | undefined;
  const fill = (text: string, put: (value: string, at: number) => string | undefined, isKnown: (name: string) => boolean): string =>
    text.replaceAll(use, (all, name: string, written: string, at: number) => {
      const place = placeIn(written);
      if (place === undefined || !isKnown(name)) return all;
      const answer = answers.get(name);
      const value = answer === undefined ? undefined : valueAt(answer, place);
      const shown = value === undefined ? undefined : put(value, at);
      if (shown === undefined) missing ??= { missing: { text: all, request: name, place }, answer };
      return shown ?? all;
    });
  const anyName = (): boolean => true;
  const path = fill(request.path, (value, at) => (at <= 1 ? value : encodeURIComponent(value)), anyName);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value, headerText, anyName)] as const);
  const body = fill(request.body, bodyText(request), (name) => answers.has(name));
  if (missing !== undefined) return missing;
  const named = headers.filter(([name, value]) => value !== request.headers[name]).map(([name]) => name);
  const isSame = path === request.path && named.length === 0;
  return {
    ...request,
    path,
    headers: Object.fromEntries(headers),
    body,
    ...(isSame ? {} : { obtained: { headers: named, ...(path === request.path ? {} : { path: request.path }) } }),
  };
}

/** A line break would end the header. */
function headerText(value: string): string | undefined {
  return /[\r\n\0]/.test(value) ? undefined : value;
}

function bodyText({ body, headers }: LoadRequest): (value: string, at: number) => string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (/x-www-form-urlencoded/i.test(type) || (type === "" && /^[\w.%+[\]-]+=/.test(body))) return (value) => encodeURIComponent(value);
  const isJson = /json/i.test(type) || /^\s*[[{]/.test(body);
  // Within quotes a value must not end its string; without, numbers and objects stand as they are.
  return (value, at) => (isJson && isQuoted(body, at) ? JSON.stringify(value).slice(1, -1) : value);
}

function isQuoted(json: string, at: number): boolean {
  const before = json.slice(0, at).replaceAll(/\\./g, "");
  return (before.split('"').length - 1) % 2 === 1;
}
