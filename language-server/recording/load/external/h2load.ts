import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { parseH2load } from "../../../analysis/load/reports/h2load.ts";
import { h2loadRequest } from "../../../analysis/load/reports/single-requests.ts";
import { hasSecretPath } from "../../../analysis/load/secret-arguments.ts";
import { speaksOnlyHttp2 } from "../http2/only-http2.ts";
import { offsetBetween } from "../requests/wall-clock.ts";
import { bodyFileOf, headerOptions, inMilliseconds, optionsOf, preparedTool, writePrivately } from "./prepared-tool.ts";

/**
 * h2load of nghttp2. Without `--h1` it speaks HTTP/2 to an http address, which of Node's servers only those of `http2` do; with https it takes
 * what the server prefers.
 */
export const h2loadTool = preparedTool("h2load", async ({ file, plan, request, url, folder, signal }) => {
  const body = await bodyFileOf(request, folder);
  const usual = body === undefined ? "GET" : "POST";
  const log = path.join(folder, "requests.log");
  const options = [
    ...(url.startsWith("https:") || (await speaksOnlyHttp2(request, signal)) ? [] : ["--h1"]),
    ...optionsOf({ "-t": 1, "-c": plan.connections, "-m": plan.pipelining, "--log-file": log }),
    ...(request.method === usual ? [] : ["-H", `:method: ${request.method}`]),
    ...headerOptions(request),
    ...optionsOf({ "-B": request.socketPath === undefined ? undefined : `unix:${request.socketPath}`, "-d": body }),
  ];
  const target = hasSecretPath(request) ? ["-i", await writePrivately(path.join(folder, "urls"), `${url}\n`)] : [url];
  return {
    spoken: "http2-too",
    command: (seconds) => ({
      file,
      args: [...options, "-D", inMilliseconds(seconds), ...target],
      // It writes to the end of the file.
      before: () => rm(log, { force: true }),
    }),
    read: ({ stdout }) => Promise.resolve(parseH2load(stdout)),
    async reportRequests(reported, { began, ended }) {
      const offset = offsetBetween(began, ended);
      if (offset !== undefined) await reported.read(createReadStream(log), h2loadRequest, offset);
    },
  };
});
