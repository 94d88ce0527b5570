import { secretQueryKind } from "./secret-names.ts";
import { mask, maskedValue } from "./secret-values.ts";
import { maskedTokens } from "./token-shapes.ts";
import { decodedUri, type UrlParts } from "../profile-url.ts";

/** `?name=value`, `&name=value`, `#name=value`, and `;name=value` of a path. */
const parameter = /(?:([?&#])([^?&=#;\s"'<>`]{1,200})=([^&#\s"'<>`]+)|(;)([^?&=#;\s"'<>`]{1,200})=([^?&#;\s"'<>`]+))/g;

/** A URL from its authority on: of an http URL up to its path; the passwords of others often hold any sign. */
const userInfo = /(?<![\w+.-])((?:https?|wss?|ftp):\/\/)([^\s/?#"'<>`]+)|(?<![\w+.-])([a-z][\w+.-]{0,40}:\/\/)([^\s"'<>`]+)/gi;

/** What stands in a secret's place. */
export type Substitute = (name: string, secret: string) => string;

/** The same URL or path, with another text for the secrets in its query and its fragment. */
export function maskedQuery(url: string, other: Substitute = () => mask): string {
  const at = url.search(/[?#]/);
  return at < 0 ? url : url.slice(0, at) + maskedParameters(url.slice(at), other);
}

/** A text without the passwords of the URLs in it, and without the secrets in their queries. */
export function maskedUrls(text: string): string {
  const open = text.replaceAll(userInfo, (all, webScheme?: string, webPart?: string, scheme?: string, part?: string) =>
    withoutPassword(all, webScheme ?? scheme ?? "", webPart ?? part ?? ""),
  );
  return maskedParameters(open, () => mask);
}

function maskedParameters(text: string, other: Substitute): string {
  const withCode = /[?&]code=/.test(text);
  return text.replaceAll(parameter, (all, sign?: string, nameInQuery?: string, valueInQuery?: string, ...ofPath: readonly string[]) => {
    const [before, name, value] = [sign ?? ofPath[0] ?? "", nameInQuery ?? ofPath[1] ?? "", valueInQuery ?? ofPath[2] ?? ""];
    const kind = secretQueryKind(decodedUri(name) ?? name) ?? (withCode && name === "state" ? "secret" : undefined);
    const shown = kind === undefined ? maskedTokens(value) : maskedValue(value, kind, name);
    return shown === value ? all : `${before}${name}=${other(name, value)}`;
  });
}

function withoutPassword(all: string, scheme: string, rest: string): string {
  const [authority = ""] = rest.split("/", 1);
  const isPort = /:\d*$/.test(authority) || !authority.includes(":");
  const at = authority.includes("@") || isPort ? authority.lastIndexOf("@") : rest.lastIndexOf("@");
  const [user = ""] = rest.slice(0, Math.max(0, at)).split(":", 1);
  if (scheme.startsWith("http") && !authority.slice(0, at).includes(":") && isToken(user)) return `${scheme}${mask}${rest.slice(at)}`;
  const colon = authority.indexOf(":");
  if (colon < 0 || colon > at || colon + 1 === at) return all;
  return `${scheme}${rest.slice(0, colon)}:${mask}${rest.slice(at)}`;
}

/** A token in the place of a user's name, as npm and git take it: longer than names are, with letters and digits. */
function isToken(user: string): boolean {
  return /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w~+=-]{20,}$/.test(user);
}

/** How a profile from there is called: host, path and query, whose values that look like secrets are masked. */
export function shownUrl({ host, pathname, search }: UrlParts): string {
  return `${host}${pathname}${maskedQuery(search)}`;
}
