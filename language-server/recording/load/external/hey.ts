import { parseHey } from "../../../analysis/load/reports/hey.ts";
import { bodyFileOf, inMilliseconds, optionsOf, preparedTool, sentHeaders, timeoutSeconds } from "./prepared-tool.ts";

/** hey. Its limit of the rate is that of each connection; it does not take the header Host for what it is. */
export const heyTool = preparedTool("hey", async ({ file, plan, request, url, folder }) => {
  const { connections, ratePerSecond } = plan;
  const headers = sentHeaders(request.headers).flatMap(([name, value]) =>
    name.toLowerCase() === "host" ? ["-host", value] : ["-H", `${name}: ${value}`],
  );
  const options = [
    "-disable-redirects",
    ...optionsOf({ "-t": timeoutSeconds, "-c": connections, "-q": ratePerSecond > 0 ? ratePerSecond / connections : undefined }),
    ...optionsOf({ "-m": request.method, "-D": await bodyFileOf(request, folder) }),
    ...headers,
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-z", inMilliseconds(seconds), url] }),
    read: ({ stdout }) => Promise.resolve(parseHey(stdout)),
  };
});
