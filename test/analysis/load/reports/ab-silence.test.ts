import { expect, test } from "vitest";
import { parseAbSilence } from "../../../../language-server/analysis/load/reports/ab.ts";
import { isFailedLoad, reportProblem } from "../../../../language-server/recording/load/report-problem.ts";

/** What ab 2.3 writes about a server that accepts connections and never answers. */
const head = `This is ApacheBench, Version 2.3 <$Revision$>
Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
Licensed to The Apache Software Foundation, http://www.apache.org/

Benchmarking 127.0.0.1 (be patient)...`;
const timedOut = "apr_pollset_poll: The timeout specified has expired (70007)\n";

test("a server that answers nothing to ab is a failed load: all of its connections timed out", () => {
  const figures = parseAbSilence(head, timedOut, 10);
  expect(figures).toMatchObject({ tool: "ab", requests: 0, timeouts: 10 });
  const url = "http://127.0.0.1:8080/x";
  const problem = reportProblem({ ...figures!, tool: "ab", url, label: "GET /x", durationSeconds: 30, exitCode: 119, cancelled: false })!;
  expect(problem.message).toMatch(/^No request to http:\/\/127\.0\.0\.1:8080\/x was answered in time \(10 timed out\)/);
  expect(isFailedLoad(problem)).toBe(true);
});

test.each([
  ["another error", head, "apr_socket_recv: Connection refused (111)\nTotal of 37 requests completed\n"],
  ["some answers before", `${head}Total of 37 requests completed\n`, timedOut],
  ["some answers before, on one stream", head, `${timedOut}Total of 37 requests completed\n`],
])("%s is not silence", (_name, stdout, stderr) => {
  expect(parseAbSilence(stdout, stderr, 10)).toBeUndefined();
});
