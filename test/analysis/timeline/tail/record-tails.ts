import { execFile } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { monotonicUs } from "../../../../language-server/recording/ticks/thread-clock.ts";
import { ExactApp } from "../../../recording/exact-app.ts";
import { shopFolder, writeTail } from "./stored-tails.ts";

/** Records the shop under an even load and stores it: see the README of this folder. */

const ratePerSecond = 100;
const warmupSeconds = 2;
const measuredSeconds = 40;
const labels = ["GET /items", "GET /page"] as const;
/** A machine on which one in ten requests takes longer has no room for the load: planted ones hold back fewer. */
const longestUsual = 25_000;

interface SentRequest {
  readonly due: number;
  readonly sent: number;
  readonly end: number;
  readonly status: number;
  readonly request: number;
}

/** `name`: `planted-20-1`. Resolves to the time that one in ten requests takes longer than. */
async function record(node: string, name: string): Promise<number> {
  process.env["PLANTED"] = name.startsWith("planted") ? "1" : "0";
  const { stdout } = await promisify(execFile)(node, ["--version"]);
  const version = stdout.trim().slice(1);
  await using app = await ExactApp.start(node, version, [path.join(shopFolder, "server.js")]);
  await app.run();
  const port = Number(await app.line());
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  await sendFor(warmupSeconds, port, agent);
  await app.recorder.start();
  const { from, to, sent } = await sendFor(measuredSeconds, port, agent);
  await wait(200);
  const late = JSON.parse(await textOf(`http://127.0.0.1:${port}/late`, agent)) as readonly (readonly [number, number])[];
  const [thread] = await app.recorder.stop();
  agent.destroy();
  if (thread === undefined) throw new Error("The shop was not recorded.");
  const { profile, zeroUs } = thread;
  const column = (time: (request: SentRequest) => number): Float64Array => Float64Array.from(sent, (each) => time(each) - zeroUs);
  const [due, end] = [column((each) => each.due), column((each) => each.end)];
  const took = end.map((time, row) => time - (due[row] as number)).sort();
  const usual = took[Math.floor(took.length * 0.9)] as number;
  if (usual < longestUsual)
    await writeTail(name, {
      node: version,
      profile,
      requests: {
        due,
        sent: column((each) => each.sent),
        end,
        status: Int32Array.from(sent, ({ status }) => status),
        outcome: new Uint8Array(sent.length),
        request: Int32Array.from(sent, ({ request }) => request),
        weight: new Float64Array(sent.length).fill(1),
        labels,
      },
      load: { from: from - zeroUs, to: to - zeroUs },
      late: late.map(([since, until]) => [Math.round(since - zeroUs), Math.round(until - zeroUs)] as const).filter(([since]) => since > 0),
    });
  return usual;
}

/** Sends requests when they are due; those that find all connections in use are sent late. */
async function sendFor(
  seconds: number,
  port: number,
  agent: http.Agent,
): Promise<{ readonly from: number; readonly to: number; readonly sent: readonly SentRequest[] }> {
  const from = monotonicUs();
  const all: Promise<SentRequest>[] = [];
  while (all.length < seconds * ratePerSecond) {
    const due = from + (all.length * 1e6) / ratePerSecond;
    if (due > monotonicUs()) await wait(1);
    else all.push(send(port, agent, due, all.length % 3 === 0 ? 1 : 0));
  }
  const to = monotonicUs();
  return { from, to, sent: await Promise.all(all) };
}

function send(port: number, agent: http.Agent, due: number, request: number): Promise<SentRequest> {
  return new Promise((resolve, reject) => {
    let sent = due;
    const asked = http.get(`http://127.0.0.1:${port}${request === 1 ? "/page" : "/items"}`, { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve({ due, sent, end: monotonicUs(), status: response.statusCode ?? 0, request }));
    });
    asked.on("socket", () => (sent = Math.max(due, monotonicUs())));
    asked.on("error", reject);
  });
}

function textOf(url: string, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => resolve(text));
      })
      .on("error", reject);
  });
}

const [node = process.execPath, ...names] = process.argv.slice(2);
for (const name of names) console.log(name, `${(await record(node, name)) / 1000} ms`);
process.exit();
