import type { LoadText } from "../text.ts";
import type { CurlProblem, CurlRequest } from "../../../language-server/analysis/load/curl/curl.ts";

/** What was filled in and what was not; `address` is the form's. */
export function filledText({ request, origin, leftOut }: CurlRequest, address: string, text: LoadText): string {
  return [
    text.curlFilled(Object.keys(request.headers).length),
    ...(leftOut.length === 0 ? [] : [text.curlLeftOut(leftOut.join(", "))]),
    ...(address === "" || originOf(origin) === originOf(address) ? [] : [text.curlAddress(address, origin)]),
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

/** `localhost`, `127.0.0.1` and `[::1]` count as the same; "" for an incomplete address. */
function originOf(address: string): string {
  return (URL.parse(address)?.origin ?? "").replace(/(?<=\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost");
}
