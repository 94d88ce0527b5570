import path from "node:path";
import { headersByEyes, hasSecretPath } from "../../../analysis/load/secret-arguments.ts";
import { parseBombardierJson } from "../../../analysis/load/reports/bombardier.ts";
import {
  bodyFileOf,
  headerOptions,
  inMilliseconds,
  optionsOf,
  preparedTool,
  timeoutSeconds,
  wholeRate,
  writePrivately,
} from "./prepared-tool.ts";

/** bombardier, with its default HTTP client. Its parser of options (kingpin 2) reads those with a secret from a file, one a line. */
export const bombardierTool = preparedTool("bombardier", async ({ file, plan, request, url, folder }) => {
  const { secret, open } = headersByEyes(request);
  const hidden = [...headerOptions({ ...request, headers: secret }), ...(hasSecretPath(request) ? [url] : [])];
  const shown = hasSecretPath(request) ? [] : [url];
  const secrets = hidden.length === 0 ? [] : [`@${await writePrivately(path.join(folder, "arguments"), hidden.join("\n"))}`];
  const options = [
    "-l",
    "-k",
    ...optionsOf({ "-o": "json", "-p": "r", "-t": `${timeoutSeconds}s`, "-c": plan.connections, "-r": wholeRate(plan) }),
    ...optionsOf({ "-m": request.method, "-f": await bodyFileOf(request, folder) }),
    ...headerOptions({ ...request, headers: open }),
  ];
  return {
    command: (seconds) => ({ file, args: [...options, "-d", inMilliseconds(seconds), ...shown, ...secrets] }),
    read: ({ stdout }) => Promise.resolve(parseBombardierJson(stdout)),
  };
});
