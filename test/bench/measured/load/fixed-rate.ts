import autocannon from "autocannon";
import { planFrom } from "../../../../language-server/analysis/load/load.ts";
import { ClientSessions } from "../../../../language-server/recording/load/autocannon/client-sessions.ts";
import { LoadPhase } from "../../../../language-server/recording/load/autocannon/load-phase.ts";
import { SetupSession } from "../../../../language-server/recording/load/setup/setup-session.ts";

const [, , baseUrl = "", rate = "", seconds = "", by = ""] = process.argv;
const plan = planFrom({ baseUrl, durationSeconds: Number(seconds), ratePerSecond: Number(rate) });

/** Loads a server at a fixed rate: writes requests answered, p50 and p99 in ms, and CPU ms a second. */
async function main(): Promise<void> {
  const sessions = await ClientSessions.open(plan, [new SetupSession(plan).saved]);
  const before = process.cpuUsage();
  const figures = by === "pace" ? await paced(sessions) : await bursts();
  const { user, system } = process.cpuUsage(before);
  console.log([...figures, (user + system) / 1000 / plan.durationSeconds].join(" "));
}

async function paced(sessions: ClientSessions): Promise<readonly number[]> {
  const { requests = 0, latency } = await new LoadPhase(plan, sessions, "measuring").run(() => undefined);
  return [requests, latency.p50Ms ?? 0, latency.p99Ms ?? 0];
}

async function bursts(): Promise<readonly number[]> {
  const { connections, durationSeconds: duration, ratePerSecond: overallRate } = plan;
  const result = await autocannon({ url: baseUrl, connections, duration, overallRate, sampleInt: 50 });
  return [result["2xx"], result.latency.p50, result.latency.p99];
}

void main();
