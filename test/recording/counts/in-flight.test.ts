import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { ask } from "../requests/recorded-pass.ts";
import { recordedCounts } from "./recorded-counts.ts";

const program = path.join(import.meta.dirname, "../../fixtures/counts/slow-handler.cjs");
const [answered, givenUp] = [3, 4];

/** As a load tool at its end: the requests are at the app, and their connections are closed. */
async function send(port: number): Promise<void> {
  for (let sent = 0; sent < answered; sent++) await ask(port, "/");
  const started = Array.from({ length: givenUp }, () => http.get({ port, host: "127.0.0.1", agent: false }).on("error", () => undefined));
  await Promise.all(started.map((request) => once(request, "finish")));
  // In their order: once this one is answered, the app has begun the others.
  await ask(port, "/");
  for (const request of started) request.destroy();
}

test("requests that a load tool gives up count as requests, as their code runs, and runs to its end", async () => {
  const { counts } = await recordedCounts({ program, major: 20 }, send);
  const requests = answered + givenUp + 1;
  expect(counts.requests).toBe(requests);
  const [source] = counts.sources.filter(({ path: file }) => file.endsWith("slow-handler.cjs"));
  const countOf = (name: string): number | undefined => source?.functions.find((each) => each.name === name)?.count;
  expect([countOf("step"), countOf("last")]).toEqual([100 * requests, requests]);
});
