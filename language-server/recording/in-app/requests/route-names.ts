import type { MarkWriter } from "../marks/mark-writer.ts";
import { longestPath, requestGroup, requestPath } from "../request-path.ts";

/** What GraphQL allows as a name; longer ones are nobody's. */
const name = /^[A-Za-z_]\w{0,99}$/;
const named = /^\s*(?:#[^\n]*\n\s*)*(?:query|mutation|subscription)\s+([A-Za-z_]\w{0,99})/;
const graphqlPath = /\/graphql\/?$/i;

/** Whether requests for a path are told apart by what they ask: `path` is without its query. */
export function isGraphql(path: string): boolean {
  return graphqlPath.test(path);
}

/**
 * The operation's name in a request for GraphQL; "" if nothing shows it cheaply. `body`: what the app has made of it, of any type; `query`: that of
 * its URL, without `?`.
 */
export function operationName(body: unknown, query: string): string {
  const { operationName: given, query: text } = fieldsOf(body);
  if (typeof given === "string" && name.test(given)) return given;
  if (typeof text === "string") return named.exec(text)?.[1] ?? "";
  const inUrl = new URLSearchParams(query);
  const asked = inUrl.get("operationName") ?? "";
  return name.test(asked) ? asked : (named.exec(inUrl.get("query") ?? "")?.[1] ?? "");
}

function fieldsOf(body: unknown): { readonly operationName?: unknown; readonly query?: unknown } {
  return typeof body === "object" && body !== null ? body : {};
}

/** Maximum number of routes; requests for others have none. */
const mostRoutes = 500;
/** Maximum number of different URLs whose group is remembered. */
const mostRecognised = 2000;

/** What Express and Restify leave at a request that they have routed. */
interface RoutedRequest {
  readonly route?: { readonly path?: unknown } | undefined;
  readonly baseUrl?: unknown;
  readonly body?: unknown;
}

/** The routes of a thread's requests, by their ids: the framework's pattern if it is known, else the path with its ids replaced. */
export class RouteNames {
  readonly #marks: MarkWriter;
  readonly #ids = new Map<string, number>();
  /** By method, then by URL. */
  readonly #recognised = new Map<string, Map<string, number>>();
  #recognisedCount = 0;
  /** The same again is usual, and cheaper to compare than to look up. */
  #last = { method: "", url: "", id: 0 };

  constructor(marks: MarkWriter) {
    this.#marks = marks;
  }

  /** By the pattern that a framework's channel reports. `url`: as it was sent. */
  ofPattern(method: string, pattern: string, url: string, request: object | undefined): number {
    return this.#idOf(method, pattern, url, request);
  }

  /** By what is known of a request in the end. `url`: as it was sent. */
  of(method: string, url: string, request: object): number {
    const pattern = (request as RoutedRequest).route?.path;
    if (typeof pattern === "string") return this.#idOf(method, joined((request as RoutedRequest).baseUrl, pattern), url, request);
    const last = this.#last;
    if (url === last.url && method === last.method) return last.id;
    const recognised = this.#recognised.get(method)?.get(url);
    if (recognised === undefined) return this.#recognise(method, url, request);
    this.#last = { method, url, id: recognised };
    return recognised;
  }

  #recognise(method: string, url: string, request: object): number {
    const shown = requestPath(url)?.path;
    if (shown === undefined) return 0;
    const group = requestGroup(withoutQuery(shown));
    const id = this.#idOf(method, group, url, request);
    if (this.#recognisedCount >= mostRecognised || url.length > longestPath || isGraphql(group)) return id;
    const ofMethod = this.#recognised.get(method) ?? new Map<string, number>();
    this.#recognised.set(method, ofMethod.set(url, id));
    this.#recognisedCount += 1;
    return id;
  }

  /** 0 if there are too many. */
  #idOf(method: string, path: string, url: string, request: RoutedRequest | undefined): number {
    const operation = isGraphql(path) ? operationName(request?.body, url.slice(withoutQuery(url).length + 1)) : "";
    const name = operation === "" ? `${method} ${path}` : `${method} ${path} ${operation}`;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    if (this.#ids.size >= mostRoutes || path.length > longestPath) return 0;
    const id = this.#ids.size + 1;
    this.#ids.set(name, id);
    this.#marks.name({ table: "route", id, name });
    return id;
  }
}

function withoutQuery(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** Of a router that is mounted: its path is the part of the URL that led to it. */
function joined(baseUrl: unknown, pattern: string): string {
  if (typeof baseUrl !== "string" || baseUrl === "") return pattern;
  const base = requestGroup(requestPath(baseUrl)?.path ?? baseUrl);
  return pattern === "/" ? base : base + pattern;
}
