import { answeredRequests, failedRequests, hasFigures, type LoadReport, succeededRequests } from "../../analysis/load/load.ts";
import { UserError } from "../../analysis/user-error.ts";
import { inMegabytes } from "../../analysis/figures.ts";
import type { CodedText, TextCode } from "../../texts/coded-text.ts";

const failedLoads: readonly TextCode[] = [
  "load.noAnswer",
  "load.noAnswerFrom",
  "load.noAnswerInTime",
  "load.noCompleteAnswer",
  "load.noSuccess",
  "load.allFailed",
  "load.onlyErrors",
  "load.onlyErrorsOf",
];

/** Whether a problem says that no request of a load succeeded. */
export function isFailedLoad({ coded }: UserError): boolean {
  return failedLoads.includes(coded.code);
}

/** What the user should know about a report: that it has no figures, wrong ones, no responses, or only errors. */
export function reportProblem(report: LoadReport): UserError | undefined {
  const { tool, interimTaken = [], exitCode, exitReason = "" } = report;
  if (!hasFigures(report)) return report.cancelled ? undefined : new UserError("load.unknownOutput", { tool });
  if (interimTaken.length > 0) return new UserError("load.interimTaken", { tool, statuses: interimTaken.join(", ") });
  const failed = failure(report);
  if (failed !== undefined) return failed;
  // Some tools end so when a request failed, which the figures say.
  if (exitCode === undefined || failedRequests(report) > 0) return undefined;
  const how: CodedText = { code: "load.toolExited", values: { tool, exitCode } };
  const why: CodedText = exitReason === "" ? how : { code: "text.because", values: { what: how, reason: exitReason } };
  return new UserError("load.toolExitedAfterReport", { why });
}

function failure(report: LoadReport): UserError | undefined {
  const { tool, requests, requestsPerSecond, non2xx = 0, statusCounts = {}, errors = 0, timeouts = 0, bytes = 0, url } = report;
  const succeeded = succeededRequests(report);
  if (report.requestsInclude === "failed" && succeeded === 0 && errors > 0)
    return new UserError("load.allFailed", { tool, failed: errors });
  const answered = requests === undefined ? undefined : answeredRequests(report);
  if (answered === 0 || requestsPerSecond === 0) {
    if (report.cancelled) return undefined;
    if (bytes > 0 && errors === 0) return new UserError("load.noCompleteAnswer", { url, megabytes: inMegabytes(bytes) });
    const counts = { failed: errors, timedOut: timeouts };
    if (url !== "" && errors === 0 && timeouts > 0) return new UserError("load.noAnswerInTime", { url, ...counts });
    return url === "" ? new UserError("load.noAnswer", counts) : new UserError("load.noAnswerFrom", { url, ...counts });
  }
  if (succeeded === undefined || succeeded > 0 || non2xx === 0) return undefined;
  if ((report.non2xxFrom ?? 400) < 400) return new UserError("load.noSuccess");
  const statuses = Object.entries(statusCounts).map(([status, count]) => `${status} × ${count}`);
  return statuses.length === 0 ? new UserError("load.onlyErrors") : new UserError("load.onlyErrorsOf", { statuses: statuses.join(", ") });
}
