import { serialize } from "node:v8";
import { MessageChannel } from "node:worker_threads";
import { once } from "node:events";
import { expect, test } from "vitest";
import { bytesToTransfer } from "../../language-server/lsp/worker/transfer.ts";

test("a digest is transferred between threads without a copy: the sender no longer has it", async () => {
  const { port1, port2 } = new MessageChannel();
  const digest = serialize({ ticks: new Float32Array(1000) });
  const size = digest.byteLength;
  const params = { base: digest, by: "self" };
  port1.postMessage(params, bytesToTransfer(params));
  const [received] = (await once(port2, "message")) as [typeof params];
  port1.close();
  expect([digest.byteLength, received.base.byteLength]).toEqual([0, size]);
});

test("bytes that share a buffer, and other values, are not transferred", () => {
  expect(bytesToTransfer(new Uint8Array(8).subarray(1))).toEqual([]);
  expect(bytesToTransfer({ line: 1, text: "a", nothing: null })).toEqual([]);
  expect(bytesToTransfer(null)).toEqual([]);
});
