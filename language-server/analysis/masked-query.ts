const secretKey = /auth|token|secret|pass|pwd|key|sig|cred|session|jwt|code/i;

/** A long mixture of letters and digits: probably a token, though its name does not say so. */
const randomValue = /^(?=.*\d)(?=.*[a-z])(?:[\w+/=.~-]|%2[bf]|%3d){24,}$/i;

/** The same URL or path, with another text for values of its query that look like secrets, by their name or their form. */
export function maskedQuery(url: string, mask: (key: string) => string = () => "***"): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const query = url
    .slice(at)
    .replace(/([^?&=\s]*)=([^&\s]*)/g, (pair: string, key: string, value: string) =>
      value !== "" && (secretKey.test(key) || randomValue.test(value)) ? `${key}=${mask(key)}` : pair,
    );
  return url.slice(0, at) + query;
}
