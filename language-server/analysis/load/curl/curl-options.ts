export interface Option {
  readonly name: string;
  readonly value: string | undefined;
}

export function longOption(word: string): Option {
  const [name = "", ...rest] = word.slice(2).split("=");
  return { name, value: rest.length === 0 ? undefined : rest.join("=") };
}

/** `-sXPOST`: flags, and the last one's value. */
export function shortOptions(word: string): readonly Option[] {
  const options: Option[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = shortNames.get(word[at] ?? "") ?? word[at] ?? "";
    const kind = kinds.get(name);
    const hasValue = kind !== undefined && kind !== "flag" && kind !== "ignoredFlag";
    const rest = word.slice(at + 1);
    options.push({ name, value: hasValue && rest !== "" ? rest : undefined });
    if (hasValue) break;
  }
  return options;
}

export function shownOption(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** `value` and `flag` shape the request; `left` is said to be left out; the rest only concerns how curl works or what it shows. */
type Kind = "value" | "flag" | "left" | "ignoredValue" | "ignoredFlag";

/** By long names; an option that is missing here is refused. */
export const kinds: ReadonlyMap<string, Kind> = new Map([
  ...kindsOf(
    "value",
    "url request header data data-ascii data-raw data-binary data-urlencode json cookie user-agent referer user oauth2-bearer",
  ),
  ...kindsOf("flag", "get head compressed"),
  ...kindsOf("left", "proxy proxy-user cert key cacert resolve connect-to interface unix-socket limit-rate"),
  ...kindsOf(
    "ignoredValue",
    "output max-time connect-timeout retry retry-delay retry-max-time write-out cookie-jar dump-header max-redirs keepalive-time stderr trace trace-ascii tls-max ciphers",
  ),
  ...kindsOf(
    "ignoredFlag",
    "silent show-error verbose include insecure location location-trusted globoff no-buffer fail fail-with-body http1.0 http1.1 http2 http2-prior-knowledge http3 progress-bar path-as-is ipv4 ipv6 tcp-nodelay keepalive no-keepalive remote-name remote-header-name basic tlsv1 tlsv1.2 tlsv1.3 ssl-no-revoke disable parallel no-progress-meter",
  ),
]);

function kindsOf(kind: Kind, names: string): readonly (readonly [string, Kind])[] {
  return names.split(" ").map((name) => [name, kind]);
}

/** curl's short names. */
const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    X: "request",
    H: "header",
    d: "data",
    b: "cookie",
    A: "user-agent",
    e: "referer",
    u: "user",
    G: "get",
    I: "head",
    x: "proxy",
    U: "proxy-user",
    E: "cert",
    o: "output",
    m: "max-time",
    w: "write-out",
    c: "cookie-jar",
    D: "dump-header",
    s: "silent",
    S: "show-error",
    v: "verbose",
    i: "include",
    k: "insecure",
    L: "location",
    g: "globoff",
    N: "no-buffer",
    f: "fail",
    "#": "progress-bar",
    "0": "http1.0",
    "1": "tlsv1",
    "4": "ipv4",
    "6": "ipv6",
    O: "remote-name",
    J: "remote-header-name",
    q: "disable",
    Z: "parallel",
  }),
);
