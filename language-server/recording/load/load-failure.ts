import type { Seconds } from "../../analysis/units.ts";
import { say, UserError } from "../../analysis/user-error.ts";

/** What keeps a load run from starting. */
export type LoadFailure =
  | { readonly kind: "bad-url"; readonly url: string }
  | { readonly kind: "several-servers"; readonly urls: readonly string[] }
  | { readonly kind: "unreachable"; readonly url: string; readonly code: string }
  | { readonly kind: "unanswered"; readonly url: string }
  | { readonly kind: "silent"; readonly url: string; readonly seconds: Seconds }
  | { readonly kind: "setup-refused"; readonly request: string; readonly status: number; readonly body: string }
  | { readonly kind: "setup-failed"; readonly request: string; readonly reason: string };

export function explainFailure(failure: LoadFailure): UserError {
  switch (failure.kind) {
    case "bad-url":
      return new UserError(
        say`“${failure.url}” is not an http or https address.`,
        "Correct the URL in the load form, for example http://127.0.0.1:3000.",
      );
    case "several-servers":
      return new UserError(
        say`The requests go to several servers: ${failure.urls.join(", ")}.`,
        "One load run drives one server: remove the others.",
      );
    case "unreachable":
      return new UserError(
        say`Nothing answers at ${failure.url} (${failure.code === "ECONNREFUSED" ? say`connection refused` : failure.code}).`,
        "Check host and port in the load form against what the app listens on, and that the app still runs.",
      );
    case "unanswered":
      return new UserError(
        say`No request to ${failure.url} was answered: its server ended every connection.`,
        "Check in the load form whether it speaks http or https there.",
      );
    case "silent":
      return new UserError(
        say`A first request to ${failure.url} had no answer within ${failure.seconds} s.`,
        "Check the path in the load form, and in the app's output what it is busy with. Without a warm-up the load does not wait for it.",
      );
    case "setup-refused":
      return new UserError(
        failure.body === ""
          ? say`The set-up request ${failure.request} was answered with status ${failure.status}.`
          : say`The set-up request ${failure.request} was answered with status ${failure.status}: ${failure.body}`,
        "Correct the set-up requests in the load form, or what the app needs for them.",
      );
    case "setup-failed":
      return new UserError(
        say`The set-up request ${failure.request} failed: ${failure.reason}.`,
        "Check the set-up requests in the load form and the app's output.",
      );
  }
}
