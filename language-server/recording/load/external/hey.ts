import { parseHey } from "../../../analysis/load/reports/hey.ts";
import { bodyFileOf, inMilliseconds, option, preparedTool, sentHeaders, timeoutSeconds } from "./prepared-tool.ts";

/** hey. Its limit of the rate is that of each connection; it does not take the header Host for what it is. */
export const heyTool = preparedTool("hey", async ({ file, plan, request, url, folder }) => {
  const { connections, ratePerSecond } = plan;
  const headers = sentHeaders(request.headers).flatMap(([name, value]) =>
    name.toLowerCase() === "host" ? ["-host", value] : ["-H", `${name}: ${value}`],
  );
  const options = [
    "-disable-redirects",
    "-t",
    String(timeoutSeconds),
    "-c",
    String(connections),
    ...(ratePerSecond > 0 ? ["-q", String(ratePerSecond / connections)] : []),
    "-m",
    request.method,
    ...headers,
    ...option("-D", await bodyFileOf(request, folder)),
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-z", inMilliseconds(seconds), url] }),
    read: ({ stdout }) => Promise.resolve(parseHey(stdout)),
  };
});
