import { maskedFields } from "./masked-json.ts";
import { maskedUrls } from "./masked-url.ts";
import { isSecretHeader, secretKind, secretQueryKind } from "./secret-names.ts";
import { isNumber, mask, maskedValue } from "./secret-values.ts";
import { maskedTokens } from "./token-shapes.ts";

/** What is left may be masked once more, where a mask stands in place of a blank or a quote. */
const mostRounds = 6;

/** The texts, masked until masking them again changes nothing. */
export function settled(texts: readonly string[], masked: (texts: readonly string[]) => readonly string[]): readonly string[] {
  let now = texts;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = now;
    now = masked(before);
    if (now.every((text, index) => text === before[index])) return now;
  }
  return now;
}

/** `name=value` in a text: of a query, a form, a cookie, a connection string. */
const pair = /(?<![\w.:@/$+-])([\w.:@/$+-]{1,200})(\s{0,2}=\s{0,2})("[^"]*"|'[^']*'|[^\s;&"'`<>]+)/g;

/** `me:password@host:5432`, without a scheme. */
const bareLogin = /(?<![^\s="'])([\w.%+-]{1,100}):([^\s/@:]+)@(?=[\w[])/g;

/** These name what follows: `npm:react@18.2.0`. */
const notLogin =
  /^(?:npm|jsr|node|file|link|workspace|portal|patch|mailto|sip|sips|xmpp|acct|github|gitlab|bitbucket|gist|git|docker|oci)$/i;

/** `Bearer abc`, in the middle of a text too. */
const scheme = /(?<![\w-])(Bearer|Basic)(\s{1,3})([\w+/.~=-]{16,}|(?=[\w+/.~=-]*\d)[\w+/.~=-]{6,})/gi;

const headerLine = /^([ \t]*)([A-Za-z][\w-]{0,100})([ \t]{0,9}:[ \t]{0,9})(?=\S)(.+)$/gm;

/** Headers that say so themselves, where there is no blank behind the colon: script names have colons, too (`auth:token`). */
const plainHeader = /^(?:x-|proxy-auth|authorization$|api-?key$|private-token$|job-token$)|-api-key$/i;

/** Any text without what its own form says is secret: passwords in URLs, fields of JSON, parameters, headers, tokens. */
export function maskedText(text: string): string {
  return settled([text], ([now = ""]) => [maskedForms(maskedTokens(now))])[0] ?? "";
}

/** The same for a text whose tokens are masked already. */
export function maskedForms(text: string): string {
  const parts = connectionParts(text);
  const pairs = parts === undefined ? text : parts.map((part) => part.replace(/^(\s*)([^=]+?)(\s*=\s*)(.*)$/s, maskedPair)).join(";");
  const open = maskedPairs(maskedHeaders(maskedFields(maskedUrls(pairs))));
  const shown = open.replaceAll(bareLogin, (all, name: string, password: string, at: number) =>
    notLogin.test(name) || (isNumber(name) && isNumber(password)) || /^@(?:sha\d+:|\d+(?:\.\d+){0,2}(?![\d.]))/.test(hostAt(open, at, all))
      ? all
      : `${name}:${mask}@`,
  );
  return isLogin(shown) ? shown.replace(/\S+$/, mask) : maskedSchemes(shown);
}

/** `Bearer abc` alone. */
export function isLogin(text: string): boolean {
  return /^(?:Bearer\s+\S+|(?:Basic|Token|ApiKey|Digest|Negotiate)\s+(?=\S*[\d+/=_])\S+)$/i.test(text);
}

function hostAt(text: string, at: number, login: string): string {
  return `@${text.slice(at + login.length, at + login.length + 40)}`;
}

/** The text without what follows `Bearer` and `Basic`. */
export function maskedSchemes(text: string): string {
  return text.replaceAll(scheme, (_all, name: string, blank: string) => `${name}${blank}${mask}`);
}

/** The value of `Name: value` is masked if the name is that of a header that lets others in. */
export function maskedHeader(text: string): string {
  return text.replaceAll(
    /^([ \t]*)([A-Za-z][\w-]{0,100})([ \t]{0,9}[:=][ \t]{0,9})(?=\S)(.+)$/gm,
    (all, indent: string, name: string, colon: string) => (isSecretHeader(name) ? `${indent}${name}${colon}${mask}` : all),
  );
}

/** The same where a text need not be a header: `next: /login` is none, `db:token` neither. */
function maskedHeaders(text: string): string {
  return text.replaceAll(headerLine, (all, indent: string, name: string, colon: string, value: string) => {
    const kind = secretKind(name);
    if (kind === undefined || kind === "login" || value.startsWith("//")) return all;
    const isBlank = /\s$/.test(colon);
    const isKnown = /^(?:authorization|(?:set-)?cookie)$|-/i.test(name);
    if (isBlank ? !isKnown && /\s/.test(value) : !plainHeader.test(name)) return all;
    return `${indent}${name}${colon}${isKnown && isSecretHeader(name) ? mask : maskedValue(value, kind, name)}`;
  });
}

function maskedPairs(text: string): string {
  return text.replaceAll(pair, (all, name: string, sign: string, value: string, at: number) => {
    const kind = /[?&]/.test(text[at - 1] ?? "") ? secretQueryKind(name) : secretKind(name);
    if (kind === undefined) return all;
    const quote = /^["']/.exec(value)?.[0] ?? "";
    const bare = quote === "" ? value : value.slice(1, -1);
    const shown = maskedValue(bare, kind, name);
    return shown === bare ? all : `${name}${sign}${quote}${shown}${quote}`;
  });
}

/** `Server=h;Password=my own;`, whose values may have blanks. */
export function connectionParts(text: string): readonly string[] | undefined {
  if (!text.includes(";") || !text.includes("=")) return undefined;
  const parts = text.split(";");
  return parts.every((part) => part.trim() === "" || /^\s*[\w .-]{1,60}=/.test(part)) ? parts : undefined;
}

function maskedPair(all: string, blank: string, name: string, sign: string, value: string): string {
  const kind = secretKind(name);
  const shown = kind === undefined ? value : maskedValue(value, kind, name);
  return shown === value ? all : `${blank}${name}${sign}${shown}`;
}
