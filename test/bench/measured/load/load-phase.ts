import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { planFrom } from "../../../../language-server/analysis/load/load.ts";
import { ClientSessions } from "../../../../language-server/recording/load/autocannon/client-sessions.ts";
import { LoadPhase } from "../../../../language-server/recording/load/autocannon/load-phase.ts";
import { SetupSession } from "../../../../language-server/recording/load/setup/setup-session.ts";
import { KeptRequests } from "../../../../language-server/recording/load/requests/kept-requests.ts";

const plan = planFrom({ baseUrl: process.argv[2] ?? "", durationSeconds: 2, warmupSeconds: 0 });
const file = path.join(mkdtempSync(path.join(os.tmpdir(), "heatline-phase-")), "requests.bin");

/** Loads a server in turns, without and with keeping each request: writes answers and CPU µs of both. */
async function main(turns: number): Promise<void> {
  const sessions = await ClientSessions.open(plan, [new SetupSession(plan).saved]);
  const phase = async (kept?: KeptRequests): Promise<string> => {
    const before = process.cpuUsage();
    const { requests = 0 } = await new LoadPhase(plan, sessions, "measuring", kept).run(() => undefined);
    const { user, system } = process.cpuUsage(before);
    return `${requests} ${user + system}`;
  };
  const [bare, kept] = [() => phase(), () => phase(new KeptRequests(file, ["GET /"]))];
  for (let turn = -1; turn < turns; turn++) {
    const isBareFirst = turn % 2 === 0;
    const first = await (isBareFirst ? bare() : kept());
    const second = await (isBareFirst ? kept() : bare());
    // The first turn compiles.
    if (turn >= 0) console.log(isBareFirst ? `${first} ${second}` : `${second} ${first}`);
  }
}

void main(Number(process.argv[3]));
