import { expect, test } from "vitest";
import { parseAbPercentiles } from "../../../../language-server/analysis/load/reports/ab.ts";
import { readLoadOutput } from "../../../../language-server/analysis/load/reports/read-output.ts";

const wrk = `Running 1s test @ http://127.0.0.1:4555/
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.94ms    2.43ms   1.02s    91.99%
    Req/Sec    31.80k    27.66k   65.57k    50.00%
  Latency Distribution
     50%   58.00us
     75%  539.00us
     90%    2.77ms
     99%   12.82ms
  31744 requests in 1.00s, 3.90MB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 12
Requests/sec:  31595.25
Transfer/sec:      3.88MB
`;

const ab = `This is ApacheBench, Version 2.3 <$Revision$>
Benchmarking 127.0.0.1 (be patient).....done

Concurrency Level:      4
Time taken for tests:   1.087 seconds
Complete requests:      2411
Failed requests:        11
   (Connect: 1, Receive: 2, Length: 5, Exceptions: 3)
Non-2xx responses:      2
Keep-Alive requests:    0
Total transferred:      196198 bytes
HTML transferred:       15373 bytes
Requests per second:    2217.81 [#/sec] (mean)
Time per request:       1.804 [ms] (mean)
Time per request:       0.451 [ms] (mean, across all concurrent requests)

Percentage of the requests served within a certain time (ms)
  50%      0
  90%      3
  99%     22
 100%    133 (longest request)
`;

const jmeter = `Creating summariser <summary>
Starting standalone test @ 2026 Jan 1
summary +   1200 in 00:00:10 =  120.0/s Avg:     8 Min:     1 Max:   123 Err:     3 (0.25%) Active: 4 Started: 4 Finished: 0
summary +    800 in 00:00:05 =  160.0/s Avg:    12 Min:     0 Max:    90 Err:     0 (0.00%) Active: 0 Started: 4 Finished: 4
summary =   2000 in 00:01:15 =   26.7/s Avg:    10 Min:     0 Max:   123 Err:     3 (0.15%)
Tidying up ...
`;

const autocannon = `npm notice something
{"title":"t","url":"http://127.0.0.1/","connections":2,"pipelining":1,"duration":1.02,"errors":5,"timeouts":2,"non2xx":9,"4xx":3,"5xx":4,"latency":{"average":0.5,"p50":0,"p90":1,"p97_5":2,"p99":3,"max":17},"requests":{"average":912,"total":930,"sent":932},"throughput":{"total":4096}}
`;

test("wrk: units, socket errors and statuses", () => {
  expect(readLoadOutput(wrk)).toEqual({
    tool: "wrk",
    requests: 31744,
    requestsPerSecond: 31595.25,
    latency: { averageMs: 0.94, p50Ms: 0.058, p90Ms: 2.77, p99Ms: 12.82, maxMs: 1020 },
    errors: 6,
    timeouts: 4,
    non2xx: 12,
    bytes: 3.9 * 2 ** 20,
    durationSeconds: 1,
    connections: 4,
  });
});

test("wrk without --latency has no percentiles, and without answers no latencies", () => {
  const { p50Ms, averageMs } = readLoadOutput(wrk.replace(/ {2}Latency Distribution\n( +\d+%.*\n)+/, ""))!.latency;
  expect([p50Ms, averageMs]).toEqual([undefined, 0.94]);
  const idle = wrk.replace(/^(\s+(?:Latency|\d+%)\s+).*$/gm, "$10.00us 0.00us 0.00us -nan%").replace(/^\s+Socket.*\n\s+Non.*\n/m, "");
  expect(readLoadOutput(idle)).toMatchObject({ latency: {}, errors: 0, timeouts: 0, non2xx: 0 });
});

test("ab: a response of another length is not a failure, and a time of 0 ms is not a figure", () => {
  expect(readLoadOutput(ab)).toEqual({
    tool: "ab",
    requests: 2411,
    requestsPerSecond: 2214.35,
    latency: { averageMs: 1.804, p90Ms: 3, p99Ms: 22, maxMs: 133 },
    errors: 4,
    non2xx: 2,
    non2xxFrom: 300,
    requestsInclude: "unanswered",
    bytes: 196198,
    durationSeconds: 1.087,
    connections: 4,
  });
  expect(readLoadOutput(ab.replace(/^ +\(Connect.*\n/m, ""))!.errors).toBeUndefined();
});

test("ab: requests of connections that the app reset have failed once each, and are no rate", () => {
  const reset = ab
    .replace("requests:      2411", "requests:      1306")
    .replace("requests:        11", "requests:        2612")
    .replace("Connect: 1, Receive: 2, Length: 5, Exceptions: 3", "Connect: 0, Receive: 1306, Length: 0, Exceptions: 1306")
    .replace(/^Non-2xx.*\n/m, "");
  const report = readLoadOutput(reset)!;
  expect(report).toMatchObject({ requests: 1306, requestsPerSecond: 0, errors: 1306 });
});

test("ab's file of percentiles is read", () => {
  expect(parseAbPercentiles("Percentage served,Time in ms\n0,0.112\n50,0.251\n90,2.5\n99,21.602\n100,133.311\n")).toEqual({
    p50Ms: 0.251,
    p90Ms: 2.5,
    p99Ms: 21.602,
    maxMs: 133.311,
  });
  expect(parseAbPercentiles("something else\n50,1\n")).toEqual({});
});

test("JMeter: the figures of the whole run are used, not those of its last part", () => {
  expect(readLoadOutput(jmeter)).toEqual({
    tool: "JMeter",
    requests: 2000,
    requestsPerSecond: 26.7,
    latency: { averageMs: 10, maxMs: 123 },
    errors: 3,
    requestsInclude: "failed",
    durationSeconds: 75,
  });
  expect(readLoadOutput(jmeter.replace(/summary =.*/, ""))).toBeUndefined();
});

test("autocannon --json: its errors hold the timeouts, its non2xx the redirections", () => {
  expect(readLoadOutput(autocannon)).toEqual({
    tool: "autocannon",
    requests: 930,
    requestsPerSecond: 912,
    latency: { averageMs: 0.5, p90Ms: 1, p97_5Ms: 2, p99Ms: 3, maxMs: 17 },
    errors: 3,
    timeouts: 2,
    non2xx: 7,
    bytes: 4096,
    durationSeconds: 1.02,
    connections: 2,
  });
});

test("an unknown tool gives only its rate, if it prints exactly one", () => {
  expect(readLoadOutput("Summary:\n  Requests/sec:\t106.2135\n")).toEqual({ tool: "", requestsPerSecond: 106.2135, latency: {} });
  expect(readLoadOutput("Requests/sec: 10\nRequests/sec: 20\n")).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["a cut report of wrk", wrk.slice(0, wrk.indexOf("Requests/sec"))],
  ["a cut report of ab", ab.slice(0, ab.indexOf("Requests per second"))],
  ["numbers in another format", wrk.replace("31595.25", "31,595.25").replace("31744 requests", "31.7k requests")],
  ["JSON that is no report", '{"requests": 3}'],
  ["half a JSON", autocannon.slice(0, 200)],
  ["prose", "I made 5000 requests per second, about."],
])("%s is not recognised", (_name, output) => {
  expect(readLoadOutput(output)).toBeUndefined();
});
