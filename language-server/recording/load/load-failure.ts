import { reasonOfCode } from "../../analysis/failure-reason.ts";
import { maskedText } from "../../analysis/masking/masked-text.ts";
import type { Seconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { TextValue } from "../../texts/coded-text.ts";

/** Why a load run cannot start. */
export type LoadFailure =
  | { readonly kind: "bad-url"; readonly url: string }
  | { readonly kind: "several-servers"; readonly urls: readonly string[] }
  | { readonly kind: "unreachable"; readonly url: string; readonly code: string }
  | { readonly kind: "unanswered"; readonly url: string }
  /** The tool speaks HTTP/1, the server does not. */
  | { readonly kind: "only-http2"; readonly url: string }
  | { readonly kind: "silent" | "endless"; readonly url: string; readonly seconds: Seconds }
  | { readonly kind: "too-many-connections"; readonly connections: number; readonly most: number }
  | { readonly kind: "setup-refused"; readonly request: string; readonly status: number; readonly body: string }
  /** `value`: as the plan names it. `has`: the values that the answer to `request` has, named alike; undefined if there was no answer yet. */
  | { readonly kind: "setup-value"; readonly request: string; readonly value: string; readonly has: readonly string[] | undefined }
  | { readonly kind: "setup-failed"; readonly request: string; readonly reason: TextValue };

export function explainFailure(failure: LoadFailure): UserError {
  switch (failure.kind) {
    case "bad-url":
      return new UserError("load.badUrl", { url: failure.url });
    case "several-servers":
      return new UserError("load.severalServers", { urls: failure.urls.join(", ") });
    case "unreachable":
      return new UserError("load.nobodyAnswers", {
        url: failure.url,
        reason: reasonOfCode(failure.code),
      });
    case "unanswered":
      return new UserError("load.connectionsEnded", { url: failure.url });
    case "only-http2":
      return new UserError("load.onlyHttp2", { url: failure.url });
    case "silent":
      return new UserError("load.firstRequestTimeout", { url: failure.url, seconds: failure.seconds });
    case "endless":
      return new UserError("load.firstAnswerEndless", { url: failure.url, seconds: failure.seconds });
    case "too-many-connections":
      return new UserError("load.tooManyConnections", { connections: failure.connections, most: failure.most });
    case "setup-refused":
      return failure.body === ""
        ? new UserError("load.setupRefused", { request: maskedText(failure.request), status: failure.status })
        : new UserError("load.setupRefusedBecause", {
            request: maskedText(failure.request),
            status: failure.status,
            body: closed(maskedText(failure.body)),
          });
    case "setup-value":
      return valueError(failure);
    case "setup-failed":
      return new UserError("load.setupFailed", { request: maskedText(failure.request), reason: failure.reason });
  }
}

function valueError({ request, value, has }: LoadFailure & { readonly kind: "setup-value" }): UserError {
  if (has === undefined) return new UserError("load.setupNotYet", { request, value });
  return has.length === 0
    ? new UserError("load.setupNoValues", {
        request,
        value,
        whole: `{{${request}.response.body}}`,
        header: `{{${request}.response.headers.NAME}}`,
      })
    : new UserError("load.setupNoValue", { request, value, has: has.join(", ") });
}

/** What an app says is a sentence of its own before the next one. */
function closed(said: string): string {
  return /[\p{L}\p{N}]$/u.test(said) ? `${said}.` : said;
}
