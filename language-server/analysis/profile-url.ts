import type { TextCode } from "../texts/coded-text.ts";

/** What the rules need of a URL; Node's `URL` has it. */
export interface UrlParts {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly username: string;
  readonly password: string;
}

/** Profilers record this long where a URL does not say (Go, Datadog, Pyroscope). */
const usualSeconds = 30;
const mostSeconds = 3600;

/** Whether a text is meant as a URL, of whatever kind, and not as a file. A drive of Windows is a file. */
export function looksLikeUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(text);
}

/** Why no profile can be fetched from there; undefined if one can. `url` is undefined for a text that is not a URL. */
export function urlProblem(url: UrlParts | undefined): TextCode | undefined {
  if (url === undefined) return "url.invalid";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "url.notHttp";
  return url.username === "" && url.password === "" ? undefined : "url.hasPassword";
}

/** How long the server says it records before it answers: `seconds` of the query, at most an hour. */
export function secondsOf({ search }: Pick<UrlParts, "search">): number {
  const [, text = String(usualSeconds)] = /[?&]seconds=(\d+(?:\.\d+)?)(?=&|$)/.exec(search) ?? [];
  return Math.min(Number(text), mostSeconds);
}

/** A part of a URL without its escapes; undefined if they are not valid. */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
