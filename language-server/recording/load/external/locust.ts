import path from "node:path";
import { weightOf } from "../../../analysis/load/load.ts";
import { parseLocustJson } from "../../../analysis/load/reports/locust.ts";
import type { ToolEnd } from "./tool-process.ts";
import { labelRequests, type TargetedRequest } from "../request-target.ts";
import { bodyFileOf, optionsOf, preparedTool, sentHeaders, timeoutSeconds, writePrivately } from "./prepared-tool.ts";

/** locust 2: a user for each connection. It ends with 1 if any request failed, and prints an empty list if it sent none. */
export const locustTool = preparedTool("locust", async ({ file, plan, requests, folder }) => {
  const script = path.join(folder, "locustfile.py");
  const { connections, ratePerSecond } = plan;
  const tasks = await Promise.all(requests.map((request, index) => task(request, index, folder)));
  const wait = ratePerSecond > 0 ? `constant_throughput(${ratePerSecond / connections})` : "constant(0)";
  await writePrivately(
    script,
    `from locust import FastHttpUser, constant, constant_throughput, task

def content(path):
    with open(path, "rb") as file:
        return file.read()

class Load(FastHttpUser):
    wait_time = ${wait}
    network_timeout = ${timeoutSeconds}.0
    connection_timeout = ${timeoutSeconds}.0
    max_retries = 0
${tasks.join("\n")}
`,
  );
  const options = [
    "--headless",
    "--json",
    ...optionsOf({ "-f": script, "--loglevel": "ERROR", "--host": requests[0]?.origin ?? "", "-u": connections, "-r": connections }),
  ];
  return {
    startSeconds: 15,
    command: (seconds) => ({ file, args: [...options, "-t", `${seconds}s`] }),
    read: ({ stdout }: ToolEnd) =>
      Promise.resolve(
        stdout.trim() === "[]" ? { tool: "locust", requests: 0, requestsPerSecond: 0, latency: {} } : parseLocustJson(stdout),
      ),
  };
});

async function task(request: TargetedRequest, index: number, folder: string): Promise<string> {
  const { method, path: at, headers } = request;
  const body = await bodyFileOf(request, folder, `body-${index}`);
  const fields = sentHeaders(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  const sent = [
    literal(method),
    literal(at),
    `name=${literal(labelRequests([request]))}`,
    `headers={${fields.join(", ")}}`,
    "allow_redirects=False",
    ...(body === undefined ? [] : [`data=self.body${index}`]),
  ];
  return `${body === undefined ? "" : `    body${index} = content(${literal(body)})\n`}    @task(${weightOf(request)})
    def request${index}(self):
        self.client.request(${sent.join(", ")})
`;
}

/** A Python string: every character but plain ones is escaped by its number. */
function literal(text: string): string {
  return `"${text.replaceAll(/[^\w /.:=?&-]/gu, (character) => String.raw`\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)}"`;
}
