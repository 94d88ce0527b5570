/** Maximum number of different requests and statuses that are kept. */
export const mostAnswered = 200;
/** Longer paths lose their query; if they are still longer, they are not listed. */
export const longestPath = 300;
/** A short form of the table in `analysis/masking/`, which would be as long as a sixth of the code in the app. */
const secretName =
  /token|secret|pass(?:w|phrase|code|key)|pwd|auth(?!ors?(?:$|[-_]))|(?:api|access|private|client|account|shared|master|license|subscription|app)[_-]?key|signature|session|credential|cookie|jwt|hmac|saml|assertion|^(?:key|sig|sid|sas|code|state|otp|totp|pin|pass|pw|ticket)$/i;
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const id = new RegExp(String.raw`(?<=[/=])(?:\d+|[0-9a-f]{24}|${uuid})(?=[/?&]|$)`, "gi");
const onlyId = new RegExp(`^(?:[0-9a-f]{24}|${uuid})$`, "i");

export interface RequestPath {
  /** Path and query. */
  readonly path: string;
  /** False if a secret was replaced. */
  readonly isWhole: boolean;
}

/**
 * The path of a request as it may be shown: values that look like secrets, by their name or their form, are replaced by `:name`. Undefined
 * for other request targets (`*`, a whole URL, CONNECT's) and for paths that are too long.
 */
export function requestPath(url: string): RequestPath | undefined {
  if (!url.startsWith("/")) return undefined;
  const mark = url.indexOf("?");
  const bare = mark < 0 ? url : url.slice(0, mark);
  if (bare.length > longestPath) return undefined;
  const query = mark < 0 || url.length > longestPath ? "" : url.slice(mark);
  const path = bare.replaceAll(/[^/]+/g, (segment) => (isSecret(segment) ? ":token" : segment));
  const shown = path + query.replaceAll(/([^?&=]+)=([^&]+)/g, (pair, name: string, value: string) => shownPair(pair, name, value));
  return { path: shown, isWhole: shown === url };
}

/** Equal for requests that differ only in numbers, UUIDs and object ids. */
export function requestGroup(path: string): string {
  return path.replaceAll(id, ":id");
}

function shownPair(pair: string, name: string, value: string): string {
  return secretName.test(name) || isSecret(value) ? `${name}=:${name.replaceAll(/\W/g, "_")}` : pair;
}

/** Long, with letters and digits and without the look of words or of an id: a token, a signature, a JWT. */
function isSecret(value: string): boolean {
  if (value.length < 20 || onlyId.test(value) || !/^[\w.~+%=-]+$/.test(value)) return false;
  const longestPart = Math.max(...value.split(/[-_.]/).map((part) => (/\d/.test(part) && /[a-z]/i.test(part) ? part.length : 0)));
  return longestPart >= 16;
}
