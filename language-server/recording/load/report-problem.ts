import { hasFigures, type LoadReport } from "../../analysis/load/load.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { TextCode } from "../../texts/coded-text.ts";

const failedLoads: readonly TextCode[] = [
  "load.noAnswer",
  "load.noAnswerFrom",
  "load.noAnswerInTime",
  "load.noSuccess",
  "load.onlyErrors",
  "load.onlyErrorsOf",
];

/** Whether a problem says that no request of a load succeeded. */
export function isFailedLoad({ coded }: UserError): boolean {
  return failedLoads.includes(coded.code);
}

/** What the user should know about a report: that it has no figures, no responses, or only errors. */
export function reportProblem(report: LoadReport): UserError | undefined {
  const { tool, requests, requestsPerSecond, non2xx = 0, statusCounts = {}, errors, timeouts, url, cancelled } = report;
  if (!hasFigures(report)) {
    if (cancelled) return undefined;
    return new UserError("load.unknownOutput", { tool });
  }
  if (requests === 0 || requestsPerSecond === 0) {
    if (cancelled) return undefined;
    const counts = { failed: errors ?? 0, timedOut: timeouts ?? 0 };
    if (url !== "" && counts.failed === 0 && counts.timedOut > 0) return new UserError("load.noAnswerInTime", { url, ...counts });
    return url === "" ? new UserError("load.noAnswer", counts) : new UserError("load.noAnswerFrom", { url, ...counts });
  }
  if (requests === undefined || non2xx < requests) return undefined;
  if ((report.non2xxFrom ?? 400) < 400) {
    return new UserError("load.noSuccess");
  }
  const statuses = Object.entries(statusCounts).map(([status, count]) => `${status} × ${count}`);
  return statuses.length === 0 ? new UserError("load.onlyErrors") : new UserError("load.onlyErrorsOf", { statuses: statuses.join(", ") });
}
