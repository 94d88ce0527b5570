import type { BoundedField, PlanProblem, RequestPlace } from "../analysis/load/load-problems.ts";

/** A problem of a plan in a whole English sentence that says what to put instead: for the adapter's answers and the terminal. */
export function planProblemText(problem: PlanProblem): string {
  const where = "at" in problem ? `${placeText(problem.at)}: ` : "";
  return where + sentence(problem);
}

function sentence(problem: PlanProblem): string {
  switch (problem.code) {
    case "bad-address":
    case "address-with-path":
      return `The address must look like http://127.0.0.1:3000, without a path; it is "${problem.value}".`;
    case "no-request":
      return "The plan needs at least one request.";
    case "out-of-bounds":
      return `${fieldNames[problem.field]} must be a ${problem.whole ? "whole " : ""}number from ${problem.low} to ${problem.high}; it is ${problem.value}.`;
    case "whole-seconds":
      return `${fieldNames[problem.field]} must be whole seconds with ${problem.tool}; it is ${problem.value}.`;
    case "no-rate":
      return `${problem.tool} fires as fast as it can and keeps no rate; set the rate to 0, or use autocannon.`;
    case "no-pipelining":
      return `${problem.tool} cannot pipeline; set pipelining to 1, or use autocannon or wrk.`;
    case "one-request":
      return `${problem.tool} can fire one request only; remove the others, or use autocannon or wrk.`;
    case "body-method":
      return `${problem.tool} sends a body with ${problem.allowed.join(" and ")} only, not with ${problem.method}; use autocannon or wrk.`;
    case "no-command":
      return "The tool “command” needs a command line, such as “wrk -d10s ${url}”.";
    case "unclosed-quote":
      return "A quote in the command line is not closed.";
    case "shell-syntax":
      return `The command line is not run by a shell, so “${problem.value}” would be an argument; write sh -c '…' around it.`;
    case "unknown-placeholder":
      return `The command line holds ${problem.value}; only \${url}, \${connections} and \${duration} are filled in.`;
    case "bad-method":
      return `the method must be a word such as GET or POST; it is "${problem.value}".`;
    case "bad-path":
      return `the path must start with / and hold no spaces; it is "${problem.value}".`;
    case "no-body":
      return `a ${problem.method} request has no body; choose POST, or empty the body.`;
    case "body-twice":
      return "the body is given as text and as a file; empty one of them.";
    case "bad-header-name":
      return `"${problem.value}" cannot be the name of a header.`;
    case "bad-header-value":
      return `the header ${problem.value} must stand on one line.`;
  }
}

const fieldNames: Readonly<Record<BoundedField, string>> = {
  connections: "Connections",
  durationSeconds: "The duration in seconds",
  warmupSeconds: "The warm-up in seconds",
  ratePerSecond: "The rate per second",
  pipelining: "Pipelining",
};

function placeText({ list, index }: RequestPlace): string {
  return `${list === "setup" ? "Setup request" : "Request"} ${index + 1}`;
}
