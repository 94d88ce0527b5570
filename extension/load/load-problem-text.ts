import * as vscode from "vscode";
import type { BoundedField, PlanProblem } from "../../language-server/analysis/load/load-problems.ts";

/** A problem of a load plan in the user's language, as a full sentence that says what to enter instead. */
export function loadProblemText(problem: PlanProblem): string {
  const { t } = vscode.l10n;
  switch (problem.code) {
    case "bad-address":
    case "address-with-path":
      return t("The address must look like http://127.0.0.1:3000, without a path; it is “{0}”.", problem.value);
    case "no-request":
      return t("The plan needs at least one request.");
    case "out-of-bounds":
      return problem.whole
        ? t("{0} must be a whole number from {1} to {2}; it is {3}.", fieldName(problem.field), problem.low, problem.high, problem.value)
        : t("{0} must be a number from {1} to {2}; it is {3}.", fieldName(problem.field), problem.low, problem.high, problem.value);
    case "whole-seconds":
      return t("{0} takes whole seconds only; {1} is {2}.", problem.tool, fieldName(problem.field), problem.value);
    case "no-rate":
      return t("{0} sends as fast as it can and cannot limit the rate; set the rate to 0, or use autocannon.", problem.tool);
    case "no-pipelining":
      return t("{0} cannot pipeline; set pipelining to 1, or use autocannon or wrk.", problem.tool);
    case "one-request":
      return t("{0} can send only one kind of request; remove the others, or use autocannon or wrk.", problem.tool);
    case "body-method":
      return t(
        "{0} sends a body with {1} only, not with {2}; use autocannon or wrk.",
        problem.tool,
        problem.allowed.join(", "),
        problem.method,
      );
    case "no-command":
      return t("The tool “command” needs a command line, such as “{0}”.", "wrk -d10s ${url}");
    case "unclosed-quote":
      return t("A quote in the command line is not closed.");
    case "shell-syntax":
      return t(
        "The command line runs without a shell, so “{0}” would be an argument; wrap the command in {1}.",
        problem.value,
        "sh -c '…'",
      );
    case "unknown-placeholder":
      return t("The command line contains {0}, but only {1} are replaced.", problem.value, "${url}, ${connections}, ${duration}");
    case "bad-method":
      return t("The method must be a word such as GET or POST; it is “{0}”.", problem.value);
    case "bad-path":
      return t("The path must start with / and contain no spaces; it is “{0}”.", problem.value);
    case "no-body":
      return t("A {0} request has no body; choose POST or clear the body.", problem.method);
    case "body-twice":
      return t("The body is given both as text and as a file; clear one of them.");
    case "bad-header-name":
      return t("“{0}” cannot be the name of a header.", problem.value);
    case "bad-header-value":
      return t("The header {0} must be on one line.", problem.value);
  }
}

function fieldName(field: BoundedField): string {
  const { t } = vscode.l10n;
  switch (field) {
    case "connections":
      return t("Connections");
    case "durationSeconds":
      return t("The duration in seconds");
    case "warmupSeconds":
      return t("The warm-up in seconds");
    case "ratePerSecond":
      return t("The rate per second");
    case "pipelining":
      return t("Pipelining");
  }
}
