import path from "node:path";
import { parseH2load } from "../../../analysis/load/reports/h2load.ts";
import { hasSecretPath } from "../../../analysis/load/secret-arguments.ts";
import { speaksOnlyHttp2 } from "../http2/only-http2.ts";
import { bodyFileOf, headerOptions, inMilliseconds, optionsOf, preparedTool, writePrivately } from "./prepared-tool.ts";

/**
 * h2load of nghttp2. Without `--h1` it speaks HTTP/2 to an http address, which of Node's servers only those of `http2` do; with https it takes
 * what the server prefers.
 */
export const h2loadTool = preparedTool("h2load", async ({ file, plan, request, url, folder, signal }) => {
  const body = await bodyFileOf(request, folder);
  const usual = body === undefined ? "GET" : "POST";
  const options = [
    ...(url.startsWith("https:") || (await speaksOnlyHttp2(request, signal)) ? [] : ["--h1"]),
    ...optionsOf({ "-t": 1, "-c": plan.connections, "-m": plan.pipelining }),
    ...(request.method === usual ? [] : ["-H", `:method: ${request.method}`]),
    ...headerOptions(request),
    ...optionsOf({ "-B": request.socketPath === undefined ? undefined : `unix:${request.socketPath}`, "-d": body }),
  ];
  const target = hasSecretPath(request) ? ["-i", await writePrivately(path.join(folder, "urls"), `${url}\n`)] : [url];
  return {
    spoken: "http2-too",
    command: (seconds) => ({ file, args: [...options, "-D", inMilliseconds(seconds), ...target] }),
    read: ({ stdout }) => Promise.resolve(parseH2load(stdout)),
  };
});
