import type { Web } from "../../../language-server/analysis/load/curl/curl.ts";

/** What a page has for a cURL command. */
export const browserWeb: Web = {
  parseUrl: (text) => URL.parse(text) ?? undefined,
  base64: (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
};
