import { sameServer } from "../fields/origins.ts";
import type { Translate } from "../../texts.ts";
import type { CurlProblem, CurlRequest, Web } from "../../../language-server/analysis/load/curl/curl.ts";

/** What a page has for a cURL command. */
export const browserWeb: Web = {
  parseUrl: (text) => URL.parse(text) ?? undefined,
  base64: (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
};

/** What was filled in and what was not; `address` is the form's. */
export function filledText({ request, origin, leftOut }: CurlRequest, address: string, t: Translate): string {
  return [
    filledIn(Object.keys(request.headers).length, t),
    ...(leftOut.length === 0 ? [] : [t("Left out: {0}.", leftOut.join(", "))]),
    ...(address === "" || sameServer(origin, address) ? [] : [t("The load goes to {0}, not to {1}.", address, origin)]),
  ].join(" ");
}

function filledIn(headers: number, t: Translate): string {
  if (headers === 0) return t("Filled in from the cURL command.");
  return headers === 1
    ? t("Filled in from the cURL command, with 1 header.")
    : t("Filled in from the cURL command, with {0} headers.", headers);
}

export function curlProblemText(problem: CurlProblem, t: Translate): string {
  switch (problem.code) {
    case "curl-quote":
      return t("A quote is not closed.");
    case "curl-no-url":
      return t("The cURL command has no URL.");
    case "curl-address":
      return t("{0} is not an http or https address.", problem.value);
    case "curl-option":
      return t("A load cannot do what {0} asks for, so nothing was filled in.", problem.value);
  }
}
