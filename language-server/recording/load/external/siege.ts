import path from "node:path";
import { headersByEyes, hasSecretPath } from "../../../analysis/load/secret-arguments.ts";
import { parseSiegeJson } from "../../../analysis/load/reports/siege.ts";
import { bodyFileOf, optionsOf, preparedTool, sentHeaders, timeoutSeconds, writePrivately } from "./prepared-tool.ts";

/**
 * siege 4, with settings of our own in place of the user's, which also have secret headers: by default it gives up after 1,024 failures, and follows redirects. Its load ends with
 * a full second of the clock, so that `-t 1S` lasts less than a second: it gets one more.
 */
export const siegeTool = preparedTool("siege", async ({ file, plan, request, url, folder }) => {
  const settings = path.join(folder, "siegerc");
  const lines = [
    "verbose = false",
    "quiet = false",
    "json_output = true",
    "color = off",
    "show-logfile = false",
    "logging = false",
    "limit = 10000",
    "protocol = HTTP/1.1",
    "connection = keep-alive",
    "chunked = true",
    "cache = false",
    "parser = false",
    "accept-encoding = identity",
    "follow-location = false",
    `timeout = ${timeoutSeconds}`,
    "failures = 2000000000",
    "delay = 0.0",
  ];
  const { secret, open } = headersByEyes(request);
  await writePrivately(settings, [...lines, ...sentHeaders(secret).map(([name, value]) => `header = ${name}: ${value}`), ""].join("\n"));
  const body = await bodyFileOf(request, folder);
  const isType = (name: string): boolean => name.toLowerCase() === "content-type";
  const headers = sentHeaders(open);
  const type = headers.find(([name]) => isType(name))?.[1];
  // Its own content type replaces the header.
  const options = [
    "-b",
    "-j",
    ...optionsOf({ "-R": settings, "-c": plan.connections }),
    ...(type === undefined ? [] : [`--content-type=${type}`]),
    ...headers.filter(([name]) => !isType(name)).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
  ];
  const target = request.method === "GET" ? url : `${url} ${request.method}${body === undefined ? "" : ` <${body}`}`;
  const urls = hasSecretPath(request) ? ["-f", await writePrivately(path.join(folder, "urls"), `${target}\n`)] : [target];
  return {
    command: (seconds) => ({ file, args: [...options, "-t", `${seconds + 1}S`, ...urls] }),
    read: ({ stdout }) => Promise.resolve(parseSiegeJson(stdout)),
  };
});
