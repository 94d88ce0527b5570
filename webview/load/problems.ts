import { type PlanProblem, type RequestProblem, weightBounds } from "../../language-server/analysis/load/load-problems.ts";
import type { Translate } from "../texts.ts";

/** A problem in the words of the field below which it is shown; undefined if there is none. */
export function problemText(problem: PlanProblem | RequestProblem | undefined, t: Translate): string | undefined {
  switch (problem?.code) {
    case undefined:
      return undefined;
    case "bad-address":
      return t("Enter an address like http://127.0.0.1:3000.");
    case "address-with-path":
      return t("Enter only scheme, host and port; the path has its own field.");
    case "no-socket":
      return t("{0} cannot load a server on a Unix socket or named pipe. Choose autocannon or h2load.", problem.tool);
    case "out-of-bounds":
      return problem.whole
        ? t("Enter a whole number from {0} to {1}.", problem.low, problem.high)
        : t("Enter a number from {0} to {1}.", problem.low, problem.high);
    case "whole-seconds":
      return t("{0} takes whole seconds only.", problem.tool);
    case "no-command":
      return t("Enter a command line, such as wrk -d10s ${url}.");
    case "unclosed-quote":
      return t("A quote is not closed.");
    case "shell-syntax":
      return t("The command runs without a shell. To use {0}, wrap it in sh -c '…'.", problem.value);
    case "unknown-placeholder":
      return t("{0} is not a known placeholder; use ${url}, ${connections} or ${duration}.", problem.value);
    case "bad-path":
      return t("Enter a path like /orders?page=2, or paste a cURL command.");
    case "body-method":
      return t("{0} sends a body only with {1}.", problem.tool, problem.allowed.join(", "));
    case "no-body":
      return t("A {0} request has no body.", problem.method);
    case "body-twice":
      return t("Give the body as text or as a file, not both.");
    case "bad-name":
    case "same-name":
      return t("Use letters, digits, - and _, and each name once.");
    case "unknown-name":
      return t("{0}: no setup request before has this name.", problem.value);
    case "no-session":
      return t("{0} has one session for all connections, and takes no cookies of answers.", problem.tool);
    case "bad-weight":
      return t("Enter a whole number from {0} to {1}.", weightBounds.low, weightBounds.high);
    case "bad-method":
    case "bad-header-name":
    case "bad-header-value":
    case "no-request":
    case "no-rate":
    case "no-pipelining":
    case "one-request":
      // The notice of the form shows the last; the form's own fields cannot produce these.
      return problem.code;
  }
}
