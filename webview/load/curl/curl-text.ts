import { sameServer } from "../fields/origins.ts";
import type { LoadText } from "../text.ts";
import type { CurlProblem, CurlRequest } from "../../../language-server/analysis/load/curl/curl.ts";

/** What was filled in and what was not; `address` is the form's. */
export function filledText({ request, origin, leftOut }: CurlRequest, address: string, text: LoadText): string {
  return [
    text.curlFilled(Object.keys(request.headers).length),
    ...(leftOut.length === 0 ? [] : [text.curlLeftOut(leftOut.join(", "))]),
    ...(address === "" || sameServer(origin, address) ? [] : [text.curlAddress(address, origin)]),
  ].join(" ");
}

export function curlProblemText(problem: CurlProblem, text: LoadText): string {
  switch (problem.code) {
    case "curl-quote":
      return text.unclosedQuote;
    case "curl-no-url":
      return text.curlNoUrl;
    case "curl-address":
      return text.curlBadUrl(problem.value);
    case "curl-option":
      return text.curlOption(problem.value);
  }
}
