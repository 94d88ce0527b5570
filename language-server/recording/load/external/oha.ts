import { parseOhaJson } from "../../../analysis/load/reports/oha.ts";
import { bodyFileOf, headerOptions, inMilliseconds, optionsOf, preparedTool, timeoutSeconds, wholeRate } from "./prepared-tool.ts";

/** oha 1.9 and later. */
export const ohaTool = preparedTool("oha", async ({ file, plan, request, url, folder }) => {
  const options = [
    "--no-tui",
    "--insecure",
    ...optionsOf({ "--output-format": "json", "-r": 0, "-t": `${timeoutSeconds}s`, "-c": plan.connections, "-q": wholeRate(plan) }),
    ...optionsOf({ "-m": request.method, "-D": await bodyFileOf(request, folder) }),
    ...headerOptions(request),
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-z", inMilliseconds(seconds), url] }),
    read: ({ stdout }) => Promise.resolve(parseOhaJson(stdout)),
  };
});
