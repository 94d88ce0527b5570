import { isLoopback } from "../../language-server/analysis/load/loopback.ts";

/** The path and query to which a redirect of `path` leads; undefined if it leads to another server, or back to `path`. */
export function redirectedPath(location: string, path: string, baseUrl: string): string | undefined {
  if (location === "" || !URL.canParse(path, baseUrl)) return undefined;
  const from = new URL(path, baseUrl);
  if (!URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  const isSameHost = to.hostname === from.hostname || (isLoopback(to.hostname) && isLoopback(from.hostname));
  const target = to.pathname + to.search;
  if (!isSameHost || to.port !== from.port || to.protocol !== from.protocol || target === from.pathname + from.search) return undefined;
  return target;
}
