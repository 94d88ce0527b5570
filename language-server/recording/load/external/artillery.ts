import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type LoadPlan, weightOf } from "../../../analysis/load/load.ts";
import { requestSchedule } from "../../../analysis/load/request-schedule.ts";
import { parseArtilleryJson } from "../../../analysis/load/reports/artillery.ts";
import type { Seconds } from "../../../analysis/units.ts";
import type { TargetedRequest } from "../request-target.ts";
import { bodyFileOf, preparedTool, sentHeaders, timeoutSeconds, writePrivately } from "./prepared-tool.ts";

/**
 * artillery 2. Without a rate a user for each connection repeats the requests until the time is over, counted from its first one; with a rate
 * each request is a user of its own. It writes its figures only at its end.
 */
export const artilleryTool = preparedTool("artillery", async ({ file, plan, requests, folder }) => {
  const [script, processor, output] = ["script.json", "processor.cjs", "report.json"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const bodies = await Promise.all(requests.map((request, index) => bodyFileOf(request, folder, `body-${index}`)));
  const steps = requests.map((request, index) => step(request, bodies[index] === undefined ? undefined : `body${index}`));
  const functions = bodies.flatMap((body, index) => (body === undefined ? [] : [bodyFunction(index, body)]));
  const write = async (seconds: Seconds): Promise<void> => {
    await writePrivately(script, JSON.stringify(scriptOf(plan, requests, steps, seconds)));
    await writePrivately(processor, [`let end;`, goOn(seconds), ...functions, ""].join("\n"));
    await rm(output, { force: true });
  };
  return {
    startSeconds: 30,
    command: (seconds) => ({
      file,
      args: ["run", "--quiet", "-o", output, script],
      env: { ARTILLERY_DISABLE_TELEMETRY: "true" },
      before: () => write(seconds),
    }),
    read: () => readFile(output, "utf8").then(parseArtilleryJson, () => undefined),
  };
});

function scriptOf(plan: LoadPlan, requests: readonly TargetedRequest[], steps: readonly object[], seconds: Seconds): object {
  const { connections, ratePerSecond } = plan;
  const order = requestSchedule(requests.map((request) => weightOf(request)));
  const isOpen = ratePerSecond > 0;
  return {
    config: {
      target: requests[0]?.origin ?? "",
      processor: "./processor.cjs",
      tls: { rejectUnauthorized: false },
      http: { timeout: timeoutSeconds, maxSockets: connections },
      phases: [
        isOpen
          ? { duration: Math.ceil(seconds), arrivalCount: Math.max(1, Math.round(ratePerSecond * seconds)), maxVusers: connections }
          : { duration: 1, arrivalCount: connections },
      ],
    },
    scenarios: isOpen
      ? steps.map((each, index) => ({ weight: weightOf(requests[index] ?? {}), flow: [each] }))
      : [{ flow: [{ loop: order.map((index) => steps[index] ?? {}), whileTrue: "goOn" }] }],
  };
}

function step({ method, path: at, headers }: TargetedRequest, beforeRequest: string | undefined): object {
  const settings = { url: at, headers: Object.fromEntries(sentHeaders(headers)), followRedirect: false };
  return { [method.toLowerCase()]: beforeRequest === undefined ? settings : { ...settings, beforeRequest } };
}

/** Its templates would change a body in the script. */
function bodyFunction(index: number, file: string): string {
  const read = `require("node:fs").readFileSync(${JSON.stringify(file)})`;
  return `const content${index} = ${read};\nexports.body${index} = (request, context, events, next) => { request.body = content${index}; next(); };`;
}

function goOn(seconds: Seconds): string {
  return `exports.goOn = (context, next) => next(Date.now() < (end ??= Date.now() + ${Math.round(seconds * 1000)}));`;
}
