import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { encodeColumns, openColumns } from "../../../analysis/profile/column-file.ts";
import { inDueOrder } from "../../../analysis/timeline/due-order.ts";
import { readRequests, requestColumns, requestHeader, requestHeaderSchema } from "../../../analysis/timeline/request-codec.ts";
import type { RequestTable } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { caughtUserError } from "../../../analysis/user-error.ts";
import { renameWhenFree } from "../../../platform/busy-files.ts";
import { ifRefused } from "../../../platform/refusals.ts";

/** The requests of a load's measured part. All times are by the machine's monotonic clock. */
export interface LoadRequests {
  /** When the measured part began, and how far it went. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly requests: RequestTable;
}

const magic = 0x5152_4c48;
const version = 1;
const moment = v.pipe(v.number(), v.finite());
const headerSchema = v.object({ from: moment, to: moment, requests: requestHeaderSchema });

/** Where a load tool's process, or ours, keeps them until the run is written, should that process be killed. */
export function requestsFile(privateFolder: string): string {
  return path.join(privateFolder, "requests.bin");
}

/** Of requests in any order. Replaces the file at once. The folder must be private: the requests' labels may have secrets. */
export async function writeRequests(file: string, { from, to, requests }: LoadRequests): Promise<void> {
  const header: v.InferOutput<typeof headerSchema> = { from, to, requests: requestHeader(requests) };
  await writeFile(`${file}.tmp`, encodeColumns({ magic, version }, header, requestColumns(requests)), { mode: 0o600 });
  await renameWhenFree(`${file}.tmp`, file);
}

/** A file that is replaced from time to time, and read again only then. */
export class RequestsFile {
  readonly #file: string;
  #version = "";
  #read: LoadRequests | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** In the order in which they began. Undefined if there is no file that `writeRequests` wrote. */
  async read(): Promise<LoadRequests | undefined> {
    const facts = await stat(this.#file, { bigint: true }).catch(ifRefused);
    const version = facts === undefined ? "" : `${facts.ino} ${facts.mtimeNs}`;
    if (version === this.#version) return this.#read;
    const bytes = await readFile(this.#file).catch(ifRefused);
    this.#read = bytes && readable(bytes);
    this.#version = version;
    return this.#read;
  }

  remove(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}

function readable(bytes: Uint8Array): LoadRequests | undefined {
  try {
    return decoded(bytes);
  } catch (error) {
    caughtUserError(error);
    return undefined;
  }
}

function decoded(bytes: Uint8Array): LoadRequests | undefined {
  const { version: written, header, columns } = openColumns(bytes, magic);
  const parsed = v.safeParse(headerSchema, header);
  if (written !== version || !parsed.success) return undefined;
  const requests = readRequests(columns, parsed.output.requests);
  columns.end();
  return { ...parsed.output, requests: inDueOrder(requests) };
}
