import { parseBombardierJson } from "../../../analysis/load/reports/bombardier.ts";
import { bodyFileOf, headerOptions, inMilliseconds, option, preparedTool, timeoutSeconds } from "./prepared-tool.ts";

/** bombardier, with its default HTTP client. */
export const bombardierTool = preparedTool("bombardier", async ({ file, plan, request, url, folder }) => {
  const { connections, ratePerSecond } = plan;
  const options = [
    "-l",
    "-o",
    "json",
    "-p",
    "r",
    "-k",
    "-t",
    `${timeoutSeconds}s`,
    "-c",
    String(connections),
    ...(ratePerSecond > 0 ? ["-r", String(Math.max(1, Math.round(ratePerSecond)))] : []),
    "-m",
    request.method,
    ...headerOptions(request),
    ...option("-f", await bodyFileOf(request, folder)),
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-d", inMilliseconds(seconds), url] }),
    read: ({ stdout }) => Promise.resolve(parseBombardierJson(stdout)),
  };
});
