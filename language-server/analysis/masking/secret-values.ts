import { countsSomething, type SecretKind } from "./secret-names.ts";

export const mask = "***";

/** Values that no secret has. */
const plainValues = /^(?:(?:true|false|yes|no|on|off|null|undefined|none|\*{1,3})?$|\*{3})/i;

/** Ways to log in, and how cookies are sent. */
const methods =
  /^(?:basic|bearer|digest|ntlm|negotiate|kerberos|krb5|gssapi|spnego|oauth|oauth2|openid|oidc|jwt|token|tokens|password|passwd|peer|trust|ident|cert|certificate|key|keys|publickey|mtls|tls|ldap|ldaps|pam|saml|sso|aws|iam|sigv4|session|cookie|cookies|local|anonymous|default|any|all|optional|required|disabled|enabled|internal|external|plain|login|simple|sasl|md5|scram|scram-sha-256|api-key|apikey|header|github|gitlab|google|azure|firebase|auth0|include|omit|same-origin)$/i;

/** A number, also with a unit's dots and colons: `1.5`, `10:20`, `127.0.0.1:80:80/tcp`. */
const numbers = /^[\d.:,/-]+(?:\/(?:tcp|udp))?$/;

/** A reference to a variable, as a shell, npm or VS Code fills it in. */
const reference = /^(?:\$[A-Z_][A-Z\d_]*|\$\{[A-Za-z_][\w.:-]*\}|\$\{\{[^{}]{1,200}\}\}|%[A-Z_][A-Z\d_]*%)$/;

const fileName =
  /^[\w.@+\\/-]{1,1000}\.(?:pem|key|crt|cer|der|p8|p12|pfx|jks|keystore|json|ya?ml|toml|txt|pub|asc|gpg|pgp|sig|ppk|env|ini|cfg|conf|xml|properties|[cm]?[jt]sx?|html?|csv|sql|db|sqlite|log|dat|bin|sh)$/i;

/** `--sig SIGTERM`, `?code=404`, `--pat '*.js'`: what a short name may mean, too. */
const otherMeanings: Readonly<Record<string, RegExp>> = {
  sig: /^(?:SIG)?(?:TERM|KILL|HUP|INT|QUIT|ABRT|ALRM|CHLD|CONT|STOP|TSTP|PIPE|USR[12]|WINCH|BREAK|INFO)$/,
  code: /^\d{1,3}$/,
  pat: /^[^\s=]{0,100}\*[./][^\s=]{0,100}$|^[^\s=]{0,100}[./]\*[^\s=]{0,100}$/,
};

/** `name:password`, and not a drive, a URL or a time. */
const login = /^([^:\s]{0,200}):(.+)$/s;

/** The value of a name of this kind, with its secret masked. */
export function maskedValue(value: string, kind: SecretKind, name: string): string {
  const other = /[A-Za-z]+$/.exec(name)?.[0].toLowerCase() ?? "";
  if (plainValues.test(value) || (Object.hasOwn(otherMeanings, other) && otherMeanings[other]?.test(value) === true)) return value;
  switch (kind) {
    case "secret":
      if (/^\d$/.test(value) && /pass$/i.test(name)) return value;
      if (isNumber(value) && countsSomething(name)) return value;
      return /^(?:id|type|source|src|target)=/.test(value) && /secret$/i.test(name) ? value : mask;
    case "file":
      return isPath(value) || (isNumber(value) && !/cookie/i.test(name)) ? value : mask;
    case "several":
      return isPath(value) || isNumber(value) || methods.test(value) ? value : mask;
    case "method":
      return methods.test(value) || isNumber(value) ? value : (maskedLogin(value) ?? mask);
    case "login":
      return maskedLogin(value) ?? value;
    case "folder":
      return /^(?:[./~]|[a-z]:[\\/])/i.test(value) ? value : mask;
    case "source":
      if (/^(?:env|file|fd):|^stdin$/.test(value)) return value;
      return value.startsWith("pass:") ? `pass:${mask}` : mask;
  }
}

/** `name:***` of `name:password`; undefined for anything else. */
export function maskedLogin(value: string): string | undefined {
  const [, name = "", password = ""] = login.exec(value) ?? [];
  if (password === "" || isNumber(value) || /^[\\/]/.test(password)) return undefined;
  return plainValues.test(password) ? value : `${name}:${mask}`;
}

export function isNumber(value: string): boolean {
  return numbers.test(value);
}

/** Whether a value looks like the path or the name of a file, which a secret in base64 with its slashes does not. */
export function isPath(value: string): boolean {
  if (/^(?:\.{0,2}[\\/]|~[\\/]|[a-z]:[\\/]|\.\w)/i.test(value)) return true;
  return fileName.test(value) || (/[\\/]/.test(value) && value.split(/[\\/]/).every((part) => /^[\w.@-]{0,24}$/.test(part)));
}

export function isReference(value: string): boolean {
  return reference.test(value);
}

/** Whether two masked texts are one, whatever was masked when they were kept: what one of them hides may be anything in the other. */
export function isSameMasked(a: string, b: string): boolean {
  return a === b || covers(a, b) || covers(b, a);
}

/** Whether `text` is `pattern` with something for each mask. */
function covers(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split(mask);
  const last = rest.pop();
  if (last === undefined || !text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
