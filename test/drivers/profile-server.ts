import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { certificate, key } from "./loopback-certificate.ts";

/** Written by Go's `runtime/pprof`. */
export const goProfile = path.resolve(import.meta.dirname, "../fixtures/stacks/leaf.go-pprof.gz");

export const loginHeader = "Bearer t0p-s3cret";

export interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
}

interface Pages {
  /** By path: a body that is served with status 200. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  /** By path: where it redirects to. */
  readonly redirects?: Readonly<Record<string, string>>;
  readonly secure?: boolean;
  /** Whether every path requires `loginHeader`. */
  readonly isPrivate?: boolean;
}

function* endless(): Generator<string> {
  for (;;) yield "x".repeat(64 * 1024);
}

/** A real server of profiles on all addresses of this machine, with paths for whatever may go wrong. */
export class ProfileServer implements AsyncDisposable {
  readonly port: number;
  readonly asked: Asked[] = [];
  readonly #pages: Pages;
  readonly #server: ReturnType<typeof createServer>;
  readonly #closed: (() => void)[] = [];
  readonly #heard: (() => void)[] = [];
  /** How many answers are held back. */
  #open = 0;

  private constructor(server: ReturnType<typeof createServer>, pages: Pages) {
    this.#server = server;
    this.#pages = pages;
    this.port = (server.address() as AddressInfo).port;
    server.on("request", (request, response) => void this.#serve(request, response));
  }

  static async start(pages: Pages = {}): Promise<ProfileServer> {
    const server = pages.secure === true ? createSecureServer({ key, cert: certificate }) : createServer();
    server.listen(0);
    await once(server, "listening");
    return new ProfileServer(server, pages);
  }

  at(file: string, host = "127.0.0.1"): string {
    return `${this.#pages.secure === true ? "https" : "http"}://${host}:${this.port}${file}`;
  }

  /** The same server under the machine's host name, which does not look like a loopback address. */
  elsewhere(file: string): string {
    return this.at(file, os.hostname());
  }

  /** Resolves when a request has arrived whose path begins with this. */
  async askedFor(beginning: string): Promise<void> {
    while (!this.asked.some(({ url }) => url.startsWith(beginning))) await new Promise<void>((resolve) => this.#heard.push(resolve));
  }

  /** Resolves when the client of every answer that is held back has gone. */
  async left(): Promise<void> {
    while (this.#open > 0) await new Promise<void>((resolve) => this.#closed.push(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://any");
    const { authorization } = request.headers;
    this.asked.push({ url: request.url ?? "", authorization });
    for (const heard of this.#heard.splice(0)) heard();
    const { files = {}, redirects = {}, isPrivate = false } = this.#pages;
    if (isPrivate && authorization !== loginHeader) {
      response.writeHead(401).end();
      return;
    }
    const [file, redirect] = [files[pathname], redirects[pathname]];
    if (file !== undefined) response.end(file);
    else if (redirect !== undefined) response.writeHead(302, { location: redirect }).end();
    else await this.#answer(pathname, authorization, response);
  }

  async #answer(pathname: string, authorization: string | undefined, response: ServerResponse): Promise<void> {
    switch (pathname) {
      case "/debug/pprof/profile":
        response.setHeader("content-type", "application/octet-stream");
        response.end(await readFile(goProfile));
        return;
      case "/private":
        if (authorization === loginHeader) response.end(await readFile(goProfile));
        else response.writeHead(401, { "www-authenticate": "Bearer" }).end("who are you?");
        return;
      case "/page":
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end("<!doctype html><title>pprof</title>");
        return;
      case "/busy":
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
        response.end("Could not enable CPU profiling: cpu profiling already in use\nmore\n");
        return;
      case "/silent":
        this.#hold(response);
        return;
      case "/drips":
        this.#hold(response);
        response.write((await readFile(goProfile)).subarray(0, 100));
        return;
      case "/cut":
        response.setHeader("content-length", 10_000);
        response.write("cut", () => response.destroy());
        return;
      case "/announced":
        this.#hold(response);
        response.writeHead(200, { "content-length": 600_000_000 }).write("{");
        return;
      case "/endless":
        this.#hold(response);
        Readable.from(endless()).pipe(response);
        return;
      case "/empty":
        response.end();
        return;
      default:
        response.writeHead(404).end();
    }
  }

  #hold(response: ServerResponse): void {
    this.#open++;
    response.once("close", () => {
      this.#open--;
      for (const closed of this.#closed.splice(0)) closed();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, "close");
  }
}
