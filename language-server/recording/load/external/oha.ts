import { parseOhaJson } from "../../../analysis/load/reports/oha.ts";
import { bodyFileOf, headerOptions, inMilliseconds, option, preparedTool, timeoutSeconds } from "./prepared-tool.ts";

/** oha 1.9 and later. */
export const ohaTool = preparedTool("oha", async ({ file, plan, request, url, folder }) => {
  const { connections, ratePerSecond } = plan;
  const options = [
    "--no-tui",
    "--output-format",
    "json",
    "--insecure",
    "-r",
    "0",
    "-t",
    `${timeoutSeconds}s`,
    "-c",
    String(connections),
    ...(ratePerSecond > 0 ? ["-q", String(Math.max(1, Math.round(ratePerSecond)))] : []),
    "-m",
    request.method,
    ...headerOptions(request),
    ...option("-D", await bodyFileOf(request, folder)),
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-z", inMilliseconds(seconds), url] }),
    read: ({ stdout }) => Promise.resolve(parseOhaJson(stdout)),
  };
});
