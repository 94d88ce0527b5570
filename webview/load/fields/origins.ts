/** A server's origin in short: `3000`, and more only if it is not plain http on this machine's usual address. */
export function shortOrigin(origin: string): string {
  return origin.replace(/^http:\/\/127\.0\.0\.1:/, "");
}

/** Undefined if `url` is not a valid URL. */
export function portOf(url: string): number | undefined {
  if (!URL.canParse(url)) return undefined;
  const { port, protocol } = new URL(url);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
