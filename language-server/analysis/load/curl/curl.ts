import { split } from "shlex";
import { headerName } from "../load-problems.ts";
import { kinds, longOption, shortOptions, shownOption } from "./curl-options.ts";
import type { LoadRequest } from "../load.ts";
import { decodedUri } from "../../profile-url.ts";

/** What a cURL command sends, as a load can. */
export interface CurlRequest {
  readonly request: LoadRequest;
  /** `http://localhost:3000`. */
  readonly origin: string;
  /** Options that a load leaves out, such as `--proxy`. */
  readonly leftOut: readonly string[];
}

/** Why a command cannot become a request of a load. */
export type CurlProblem =
  | { readonly code: "curl-quote" }
  | { readonly code: "curl-no-url" }
  | { readonly code: "curl-address"; readonly value: string }
  /** An option such as `--form`, without which the request would be a different one. */
  | { readonly code: "curl-option"; readonly value: string };

/** What browsers and Node have alike, and the language itself has not. */
export interface Web {
  readonly parseUrl: (text: string) => ParsedUrl | undefined;
  /** Of the text in UTF-8. */
  readonly base64: (text: string) => string;
}

type ParsedUrl = Readonly<Record<"protocol" | "username" | "password" | "hostname" | "origin" | "pathname" | "search", string>>;

/** Whether a pasted text is a cURL command. */
export function isCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text);
}

/** Reads a command as browsers (“Copy as cURL”, for bash and for cmd), API tools and documentation write it. */
export function curlRequest(text: string, web: Web): CurlRequest | CurlProblem {
  const words = wordsOf(text);
  if (words === undefined) return { code: "curl-quote" };
  const given = new Given(web);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (isOperator(word)) {
      // “Copy all as cURL” writes one command after the other.
      for (let next = at; next < words.length; next += 1)
        if (isOperator(words[next] as string) && isCurl(`${words[next + 1] ?? ""} `))
          given.leaveOut(words.slice(next + 1, next + 3).join(" "));
      break;
    }
    if (!/^-./.test(word)) given.take("url", word);
    else {
      const options = word.startsWith("--") ? [longOption(word)] : shortOptions(word);
      for (const { name, value } of options) {
        const kind = kinds.get(name);
        if (kind === undefined) return { code: "curl-option", value: shownOption(name) };
        if (kind === "flag" || kind === "ignoredFlag") given.take(name, "");
        else given.take(name, value ?? words[(at += 1)] ?? "");
      }
    }
  }
  return given.request();
}

/** Undefined if a quote is not closed. */
function wordsOf(text: string): readonly string[] | undefined {
  const command = text.trim().replace(/^\$\s+/, "");
  // cmd escapes with `^`: without the carets the command is quoted as in a shell. cmd writes a line break in a value twice.
  const isCmd = /\^["\n]|\^\r\n/.test(command);
  const plain = isCmd
    ? command.replaceAll(/\^(\r?\n\r?\n|\r?\n|[^])/g, (_all, escaped: string) =>
        /^\r?\n\r?\n$/.test(escaped) ? "\n" : /^\r?\n$/.test(escaped) ? " " : escaped,
      )
    : command.replaceAll("\r\n", "\n");
  try {
    return split(plain).slice(1);
  } catch {
    return undefined;
  }
}

function isOperator(word: string): boolean {
  return /^(?:\|{1,2}|&{1,2}|;|\d?>{1,2}.*)$/.test(word);
}

/** Headers of the connection, which the load's own client sets. */
const ofConnection = /^(?:host|connection|content-length|transfer-encoding)$/i;

class Given {
  readonly #web: Web;
  readonly #urls: string[] = [];
  readonly #headers = new Map<string, { readonly name: string; readonly value: string }>();
  readonly #removed = new Set<string>();
  readonly #data: string[] = [];
  readonly #left = new Set<string>();
  #file: string | undefined;
  #refused: CurlProblem | undefined;
  #method: string | undefined;
  #isGet = false;

  constructor(web: Web) {
    this.#web = web;
  }

  take(name: string, value: string): void {
    switch (name) {
      case "url":
        this.#urls.push(value);
        break;
      case "request":
        this.#method = value.toUpperCase();
        break;
      case "header":
        this.#takeHeader(value);
        break;
      case "data":
      case "data-ascii":
      case "data-binary":
        this.#takeData(name, value);
        break;
      case "data-raw":
        this.#data.push(value);
        break;
      case "data-urlencode":
        if (/^[^=]*@/.test(value)) this.#refuse(name);
        else this.#data.push(encoded(value));
        break;
      case "json":
        this.#default("content-type", "application/json");
        this.#default("accept", "application/json");
        this.#takeData(name, value);
        break;
      case "cookie":
        if (value.includes("=")) this.#default("cookie", value);
        else this.#refuse(name);
        break;
      case "user-agent":
      case "referer":
        this.#default(name, value);
        break;
      case "user":
        this.#default("authorization", `Basic ${this.#web.base64(value.includes(":") ? value : `${value}:`)}`);
        break;
      case "oauth2-bearer":
        this.#default("authorization", `Bearer ${value}`);
        break;
      case "get":
        this.#isGet = true;
        break;
      case "head":
        this.#method ??= "HEAD";
        break;
      case "compressed":
        this.#default("accept-encoding", "deflate, gzip, br");
        break;
      default:
        if (kinds.get(name) === "left") this.#left.add(shownOption(name));
    }
  }

  leaveOut(text: string): void {
    this.#left.add(text);
  }

  request(): CurlRequest | CurlProblem {
    if (this.#refused !== undefined) return this.#refused;
    const [first, ...others] = this.#urls;
    if (first === undefined) return { code: "curl-no-url" };
    const url = urlOf(first, this.#web);
    if (url === undefined) return { code: "curl-address", value: first };
    for (const other of others) this.#left.add(other);
    const [user, password] = [url.username, url.password].map((part) => decodedUri(part) ?? part);
    if (user !== "" || password !== "") this.#default("authorization", `Basic ${this.#web.base64(`${user}:${password}`)}`);
    const data = this.#data.join("&");
    const inUrl = this.#isGet && data !== "";
    const body = this.#isGet ? "" : data;
    const hasBody = !this.#isGet && (this.#data.length > 0 || this.#file !== undefined);
    if (hasBody) this.#default("content-type", "application/x-www-form-urlencoded");
    const method = this.#method ?? (hasBody ? "POST" : "GET");
    const query = inUrl ? `${url.search === "" ? "?" : `${url.search}&`}${data}` : url.search;
    const headers = [...this.#headers.values()].filter(({ name }) => !this.#removed.has(name.toLowerCase()));
    const request: LoadRequest = {
      method,
      path: `${url.pathname}${query}`,
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      body,
      ...(this.#file === undefined ? {} : { bodyFile: this.#file }),
    };
    return { request, origin: url.origin, leftOut: [...this.#left] };
  }

  /** `name: value`; `name:` removes a header, and `name;` sends it empty. */
  #takeHeader(text: string): void {
    const at = text.search(/[:;]/);
    const name = text.slice(0, at).trim();
    const value = text.slice(at + 1).trim();
    if (at < 0 || !headerName.test(name) || ofConnection.test(name)) return;
    const key = name.toLowerCase();
    if (text[at] === ":" && value === "") this.#removed.add(key);
    // Several cookies are one header.
    const known = this.#headers.get(key);
    this.#headers.set(key, { name, value: known !== undefined && key === "cookie" ? `${known.value}; ${value}` : value });
  }

  /** A header that `--header` overrides, before or after it. */
  #default(name: string, value: string): void {
    if (!this.#headers.has(name)) this.#headers.set(name, { name, value });
  }

  /** `@file` is the body's file. */
  #takeData(name: string, value: string): void {
    if (!value.startsWith("@")) this.#data.push(value);
    else if (value === "@-" || this.#data.length > 0 || this.#file !== undefined) this.#refuse(name);
    else this.#file = value.slice(1);
  }

  #refuse(name: string): void {
    this.#refused ??= { code: "curl-option", value: shownOption(name) };
  }
}

function urlOf(text: string, { parseUrl }: Web): ParsedUrl | undefined {
  // Of `http:///path` a URL would make the host `path`.
  if (text.startsWith("/")) return undefined;
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "" ? url : undefined;
}

/** `name=value` encodes the value alone, `=value` and `value` all of it. */
function encoded(text: string): string {
  const at = text.indexOf("=");
  const [name, value] = at < 0 ? ["", text] : [text.slice(0, at), text.slice(at + 1)];
  return `${name === "" ? "" : `${name}=`}${encodeURIComponent(value).replaceAll("%20", "+")}`;
}
