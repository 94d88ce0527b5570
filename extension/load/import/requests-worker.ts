import { parentPort, workerData } from "node:worker_threads";
import * as v from "valibot";
import { readRequests } from "./read-requests.ts";

/** Entry of the worker that reads one file, so that a large one does not block the extension host: `workerData` in, one message out. */
const { name, bytes } = v.parse(v.object({ name: v.string(), bytes: v.instance(Uint8Array) }), workerData);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one listener
parentPort?.postMessage(readRequests(name, new TextDecoder().decode(bytes)));
