import { weightOf } from "../../../analysis/load/load.ts";
import { requestSchedule } from "../../../analysis/load/request-schedule.ts";
import type { TargetedRequest } from "../request-target.ts";

/**
 * wrk's Lua script for a plan's requests, which are formatted once: `request` returns them as often as
 * their weights say, `pipelining` at a time. Requests cannot break out of their Lua strings: every byte but letters, digits and blanks is
 * escaped as a number. Body files are absolute paths.
 */
export function wrkScript(requests: readonly TargetedRequest[], pipelining: number): string {
  const order = requestSchedule(requests.map((request) => weightOf(request)));
  return `local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local prepared = {}
local order = {${order.map((index) => index + 1).join(",")}}
local at = 0

function init()
${requests.map((request) => `  prepared[#prepared + 1] = ${formatted(request)}`).join("\n")}
end

function request()
  if #prepared == 1 and ${pipelining} == 1 then return prepared[1] end
  local batch = {}
  for i = 1, ${pipelining} do
    batch[i] = prepared[order[at % #order + 1]]
    at = at + 1
  end
  return table.concat(batch)
end
`;
}

function formatted({ method, path, headers, body, bodyFile = "" }: TargetedRequest): string {
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  // wrk adds its own Host unless a header has exactly this name.
  const fields = named.map(([name, value]) => `[${lua(name.toLowerCase() === "host" ? "Host" : name)}] = ${lua(value)}`);
  const content = bodyFile === "" ? (body === "" ? "nil" : lua(body)) : `read(${lua(bodyFile)})`;
  return `wrk.format(${lua(method)}, ${lua(path)}, {${fields.join(", ")}}, ${content})`;
}

/** A Lua string of the text's UTF-8 bytes; escapes have three digits, so that a digit may follow. */
function lua(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  return `"${bytes.replaceAll(/[^A-Za-z0-9 /._:=?&-]/g, (byte) => `\\${String(byte.charCodeAt(0)).padStart(3, "0")}`)}"`;
}
