import { filledIn, isDynamic, isOfAnswer, namesIn, unknownIn, type Variables } from "./http-variables.ts";
import type { ImportBudget } from "./import-budget.ts";
import { type Found, type ImportNote, requestMethods, sentHeaders } from "./imported.ts";

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** A request as it is written. */
export interface HttpRequest {
  /** Undefined if the file gives it none. */
  readonly name: string | undefined;
  /** Of its method and URL, from 1. */
  readonly line: number;
  readonly target: string;
  readonly headers: readonly { readonly name: string; readonly value: string; readonly line: number }[];
  readonly body: readonly Line[];
}

export interface ReadRequest {
  readonly found?: Found;
  readonly notes: readonly ImportNote[];
}

/** The request that is meant, or the reason why it cannot be sent. */
export function httpRequest(written: HttpRequest, variables: Variables, names: ReadonlySet<string>, budget: ImportBudget): ReadRequest {
  const at = { line: written.line };
  const fill = (text: string): string => filledIn(text, variables, budget);
  const target = targetOf(fill(written.target));
  const headers = written.headers.map(({ name, value, line }) => ({ name, value: fill(value), line }));
  for (const { value, line } of headers) {
    const unknown = unknownIn(value, names);
    if (unknown !== undefined) return refused({ at: { line }, ...unknownNote(unknown) });
  }
  const find = (name: string): (typeof headers)[number] | undefined => headers.find((header) => header.name.toLowerCase() === name);
  if (find("x-request-type")?.value.toLowerCase() === "graphql") return refused({ at, code: "graphql" });
  const authorization = find("authorization");
  if (authorization !== undefined && /^(?:digest|aws|ntlm)\b/i.test(authorization.value))
    return refused({ at: { line: authorization.line }, code: "authorization", value: authorization.value.split(/\s/)[0] ?? "" });
  const body = bodyOf(written.body, fill, names, find("content-type")?.value ?? "");
  if ("code" in body) return refused(body);
  const url = urlOf(target.url, names, find("host")?.value);
  if ("code" in url) return refused({ at, ...url });
  const sent = headers.map(({ name, value }) => ({ name, value: name.toLowerCase() === "authorization" ? basic(value) : value }));
  const { origin, path, asked, base } = url;
  const { name } = written;
  const request = {
    method: target.method,
    path,
    headers: sentHeaders(sent),
    ...body,
    ...(name === undefined || !names.has(name) ? {} : { name }),
  };
  return {
    found: { at, origin, request, asked },
    notes: base === undefined ? [] : [{ at, code: "base-variable", value: base }],
  };
}

function refused(note: ImportNote): ReadRequest {
  return { notes: [note] };
}

function unknownNote(name: string): { readonly code: "dynamic" | "variable"; readonly value: string } {
  return { code: isDynamic(name) ? "dynamic" : "variable", value: name };
}

/** `POST https://… HTTP/1.1`; without a method it is a GET. */
function targetOf(text: string): { readonly method: string; readonly url: string } {
  const plain = text.replace(/(?<!\s)\s+HTTP\/[\d.]+$/, "");
  const [, method, url] = /^([A-Za-z]+)\s+(\S.*)$/.exec(plain) ?? [];
  if (method === undefined || url === undefined) return { method: "GET", url: plain };
  return requestMethods.includes(method.toUpperCase()) || method === method.toUpperCase()
    ? { method: method.toUpperCase(), url }
    : { method: "GET", url: plain };
}

interface Target {
  /** "" if the file leaves the server to a variable. */
  readonly origin: string;
  readonly path: string;
  readonly asked: readonly string[];
  /** The variable that stands for the server. */
  readonly base: string | undefined;
}

/** A variable without a value is the app's address if it stands for a server, and is asked for if it is a part of the path. */
function urlOf(
  text: string,
  names: ReadonlySet<string>,
  host: string | undefined,
): Target | { readonly code: "address" | "dynamic"; readonly value: string } {
  const [, base] = /^(?:https?:\/\/)?\{\{([^{}]*)\}\}[^/?]*(?=[/?]|$)/.exec(text)?.map((part) => part.trim()) ?? [];
  let rest = base === undefined ? text : text.replace(/^(?:https?:\/\/)?[^/?]*/, "");
  const isAnswer = (name: string): boolean => isOfAnswer(name, names);
  if (base !== undefined && (isDynamic(base) || isAnswer(base))) return { code: "dynamic", value: base };
  const asked: string[] = [];
  const dynamic = namesIn(rest).find(isDynamic);
  if (dynamic !== undefined) return { code: "dynamic", value: dynamic };
  const answers: string[] = [];
  rest = rest.replaceAll(/\{\{([^{}]*)\}\}/g, (all, unknown: string) => {
    if (isAnswer(unknown.trim())) return `${answerMark}${answers.push(all) - 1}${answerMark}`;
    const name = `:${unknown.trim().replaceAll(/\W/g, "_")}`;
    asked.push(name);
    return name;
  });
  const isOpen = base !== undefined || (rest.startsWith("/") && host === undefined);
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(rest)
    ? rest
    : `http://${isOpen ? "app.invalid" : rest.startsWith("/") ? (host ?? "") : ""}${rest}`;
  const url = URL.parse(full);
  if (url === null || !/^https?:$/.test(url.protocol)) return { code: "address", value: text };
  const path = (url.pathname + url.search).replaceAll(answerPlace, (_all, index: string) => answers[Number(index)] ?? "");
  return { origin: isOpen ? "" : url.origin, path, asked, base };
}

/** Stands for a value of an answer while the URL is read: braces would be escaped. */
const answerMark = "~answer~";
const answerPlace = /~answer~(\d+)~answer~/g;

type Body = { readonly body: string; readonly bodyFile?: string };

function bodyOf(lines: readonly Line[], fill: (text: string) => string, names: ReadonlySet<string>, type: string): Body | ImportNote {
  const files = lines.filter(({ text }) => /^<(?:@\w*)?\s+\S/.test(text));
  const [file] = files;
  if (file !== undefined) {
    const at = { line: file.number };
    if (lines.length > 1) return { at, code: "mixed-body" };
    if (file.text.startsWith("<@")) return { at, code: "file-variables" };
    return { body: "", bodyFile: file.text.slice(1).trim() };
  }
  const filled = lines.map(({ number, text }) => ({ number, text: fill(text) }));
  for (const { number, text } of filled) {
    const unknown = unknownIn(text, names);
    if (unknown !== undefined) return { at: { line: number }, ...unknownNote(unknown) };
  }
  const texts = filled.map(({ text }) => text);
  // Forms may be written with a line for each field.
  return { body: /^application\/x-www-form-urlencoded\b/i.test(type) ? texts.map((each) => each.trim()).join("") : texts.join("\n") };
}

/** `Basic user:password` and `Basic user password` are encoded only when they are sent. */
function basic(value: string): string {
  const [, user, password] = /^basic\s+([^\s:]+)(?:\s+|:)(.*)$/i.exec(value) ?? [];
  return user === undefined || password === undefined ? value : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
