import path from "node:path";
import { parseH2load } from "../../../analysis/load/reports/h2load.ts";
import { hasSecretPath } from "../../../analysis/load/secret-arguments.ts";
import { bodyFileOf, headerOptions, inMilliseconds, option, preparedTool, writePrivately } from "./prepared-tool.ts";

/**
 * h2load of nghttp2. Without `--h1` it speaks HTTP/2 to an http address, which Node's http servers do not; with https it takes what the server
 * prefers.
 */
export const h2loadTool = preparedTool("h2load", async ({ file, plan, request, url, folder }) => {
  const body = await bodyFileOf(request, folder);
  const usual = body === undefined ? "GET" : "POST";
  const options = [
    ...(url.startsWith("https:") ? [] : ["--h1"]),
    "-t",
    "1",
    "-c",
    String(plan.connections),
    "-m",
    String(plan.pipelining),
    ...(request.method === usual ? [] : ["-H", `:method: ${request.method}`]),
    ...headerOptions(request),
    ...option("-d", body),
  ];
  const target = hasSecretPath(request) ? ["-i", await writePrivately(path.join(folder, "urls"), `${url}\n`)] : [url];
  return {
    command: (seconds) => ({ file, args: [...options, "-D", inMilliseconds(seconds), ...target] }),
    read: ({ stdout }) => Promise.resolve(parseH2load(stdout)),
  };
});
