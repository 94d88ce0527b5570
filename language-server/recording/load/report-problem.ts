import { hasFigures, type LoadReport } from "../../analysis/load/load.ts";
import { say, UserError } from "../../analysis/user-error.ts";

/** What the user should know about a report: that it has no figures, that nothing was answered, or nothing but errors. */
export function reportProblem(report: LoadReport): UserError | undefined {
  const { tool, requests, requestsPerSecond, non2xx = 0, statusCounts = {}, errors, timeouts, url, cancelled } = report;
  if (!hasFigures(report)) {
    if (cancelled) return undefined;
    return new UserError(
      say`Heatline does not know the format of what ${tool} printed, so the run has no load figures.`,
      "The profile is whole. Figures are read from wrk, ab, autocannon --json and JMeter.",
    );
  }
  if (requests === 0 || requestsPerSecond === 0) {
    if (cancelled) return undefined;
    return new UserError(
      url === ""
        ? say`No request was answered (${errors ?? 0} connections failed, ${timeouts ?? 0} timed out).`
        : say`No request to ${url} was answered (${errors ?? 0} connections failed, ${timeouts ?? 0} timed out).`,
      "Check the URL in the load form and that the app answers it.",
    );
  }
  if (requests === undefined || non2xx < requests) return undefined;
  if ((report.non2xxFrom ?? 400) < 400) {
    return new UserError(
      "No answer had a status of 2xx, so the profile shows the app redirecting or failing.",
      "Check path, method, headers and body in the load form, and the app's output.",
    );
  }
  const statuses = Object.entries(statusCounts).map(([status, count]) => `${status} × ${count}`);
  return new UserError(
    statuses.length === 0
      ? "Every answer was an error, so the profile shows the app failing."
      : say`Every answer was an error (${statuses.join(", ")}), so the profile shows the app failing.`,
    "Check path, method, headers and body in the load form, and the app's output.",
  );
}
