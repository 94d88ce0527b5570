import { mkdtemp, readFile, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { requestTracks } from "../../../language-server/recording/load/requests/request-tracks.ts";
import { requestsFile, RequestsFile, writeRequests } from "../../../language-server/recording/load/requests/requests-file.ts";
import { RequestRows } from "../../../language-server/recording/load/requests/request-rows.ts";

let file: string;

beforeEach(async () => {
  file = requestsFile(await mkdtemp(path.join(os.tmpdir(), "heatline-requests-")));
});

const zeroUs = 5_000_000;

/** Requests that began at these times. */
function rowsAt(...times: readonly number[]): RequestRows {
  const rows = new RequestRows();
  for (const due of times) rows.add({ due, sent: due + 1, end: due + 10, status: 200, outcome: 0, request: 1 });
  return rows;
}

function write(...times: readonly number[]): Promise<void> {
  const requests = rowsAt(...times).table(["GET /a?token=secret0123456789", "GET /b"]);
  return writeRequests(file, { from: zeroUs, to: zeroUs + 100, requests });
}

test("what was written is read in the order in which it began, again only when it was replaced", async () => {
  const requests = new RequestsFile(file);
  expect(await requests.read()).toBeUndefined();
  await write(30, 10, 20);
  const first = await requests.read();
  expect(first).toMatchObject({
    from: zeroUs,
    to: zeroUs + 100,
    requests: { due: new Float64Array([10, 20, 30]), sent: new Float64Array([11, 21, 31]) },
  });
  expect(await requests.read()).toBe(first);
  await write(40, 10, 20, 30);
  expect((await requests.read())?.requests.due).toEqual(new Float64Array([10, 20, 30, 40]));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await requests.remove();
  expect(await requests.read()).toBeUndefined();
});

test("a file that is damaged or of another kind has no requests", async () => {
  await write(1, 2, 3);
  const bytes = await readFile(file);
  await truncate(file, bytes.length - 8);
  expect(await new RequestsFile(file).read()).toBeUndefined();
  await writeFile(file, "something else");
  expect(await new RequestsFile(file).read()).toBeUndefined();
  bytes.writeUInt32LE(99, 4);
  await writeFile(file, bytes);
  expect(await new RequestsFile(file).read()).toBeUndefined();
});

test("a run has them since its window's start, with masked labels; by our own clock if that of the app is another machine's", async () => {
  await write(zeroUs + 40, zeroUs - 7);
  const read = (await new RequestsFile(file).read())!;
  const tracks = requestTracks(read, { zeroUs, beganUs: zeroUs + 300_000 }, false);
  expect(tracks).toMatchObject({
    load: { from: 0, to: 100 },
    requests: { due: new Float64Array([-7, 40]), end: new Float64Array([3, 50]) },
  });
  expect(tracks.requests.labels).toEqual([expect.not.stringContaining("secret0123456789"), "GET /b"]);
  expect(requestTracks(read, { zeroUs, beganUs: undefined }, true).requests.labels[0]).toBe("GET /a?token=secret0123456789");
  const elsewhere = requestTracks(read, { zeroUs: 86_400e6, beganUs: zeroUs }, false);
  expect(elsewhere).toMatchObject({ load: { from: 0, to: 100 }, requests: { due: new Float64Array([-7, 40]) } });
});
