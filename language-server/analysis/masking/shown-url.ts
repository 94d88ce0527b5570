import type { UrlParts } from "../profile-url.ts";
import { maskedQuery } from "./masked-url.ts";

/** How a profile from there is called: host, path and query, whose values that look like secrets are masked. */
export function shownUrl({ host, pathname, search }: UrlParts): string {
  return `${host}${pathname}${maskedQuery(search)}`;
}
