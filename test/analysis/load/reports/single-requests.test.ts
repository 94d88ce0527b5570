import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { h2loadRequest, vegetaRequest } from "../../../../language-server/analysis/load/reports/single-requests.ts";

test("vegeta: start, latency, status and target of each line", () => {
  const lines = readFileSync("test/fixtures/load-reports/vegeta-mix.csv", "utf8").trimEnd().split("\n");
  const reported = lines.map(vegetaRequest);
  expect(reported[0]).toEqual({
    startUs: expect.closeTo(1_795_870_762_450_240, 0) as number,
    latencyUs: 8370.541,
    status: 200,
    hasTimedOut: false,
    target: "GET http://127.0.0.1:8701/mix",
  });
  expect(reported.every((each) => each !== undefined)).toBe(true);
  expect(new Set(reported.map((each) => each?.status))).toEqual(new Set([200, 500]));
});

test("vegeta: errors and URLs in quotes, and the second line of an error", () => {
  const rest = ',,,3,GET,"http://127.0.0.1:1/a?b=1,2",';
  const error = `"Get ""http://127.0.0.1:1/a?b=1,2"": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"`;
  expect(vegetaRequest(`1795949248700881071,0,1000958280,0,0,${error}${rest}`)).toMatchObject({
    status: 0,
    hasTimedOut: true,
    target: "GET http://127.0.0.1:1/a?b=1,2",
  });
  const lost = `"Get ""http://127.0.0.1:1/"": EOF"`;
  expect(vegetaRequest(`1795949248700719443,0,10274946,0,0,${lost}${rest}`)).toMatchObject({ status: 0, hasTimedOut: false });
  expect(vegetaRequest(`1795949248700719443,0,10274946,0,0,"two lines`)).toMatchObject({ status: 0, target: "" });
  expect(vegetaRequest("second line,1,2")).toBeUndefined();
});

test("h2load: start, status and latency of each line, failed streams, and columns that may come", () => {
  expect(h2loadRequest("1795949250811928\t200\t6520")).toEqual({
    startUs: 1795949250811928,
    latencyUs: 6520,
    status: 200,
    hasTimedOut: false,
    target: "",
  });
  expect(h2loadRequest("1795949250811928\t-1\t0\tmore")).toMatchObject({ status: 0, latencyUs: 0 });
  expect(h2loadRequest("finished in 1.00s")).toBeUndefined();
});
