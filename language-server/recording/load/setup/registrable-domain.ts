/**
 * In place of the package tldts, which has the public suffixes of all countries (140 KB): tough-cookie asks for them only where it looks cookies up, and
 * the cookies of one server need none.
 */
export function getDomain(host: string): string {
  return host.split(".").slice(-2).join(".");
}
