import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

interface Pull {
  readonly state: string;
  readonly head: { readonly sha: string; readonly repo: { readonly full_name: string } };
}

/** Answers as GitHub's REST API does to what the action asks of one repository, `shop/orders`. */
export class GithubApi implements AsyncDisposable {
  readonly comments = new Map<number, Comment[]>();
  readonly pulls = new Map<number, Pull>();
  /** What changed something. */
  readonly writes: string[] = [];
  /** 403 for a token that may only read. */
  mayWrite = true;
  readonly #server = createServer(async (request, response) => {
    const [status, body] = await this.#answer(request);
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  });

  static async start(): Promise<GithubApi> {
    const api = new GithubApi();
    api.#server.listen(0, "127.0.0.1");
    await once(api.#server, "listening");
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(pull: number): Comment[] {
    const found = this.comments.get(pull) ?? [];
    this.comments.set(pull, found);
    return found;
  }

  async #answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    if (request.headers.authorization !== "Bearer the-token") return [401, { message: "Bad credentials" }];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { body = "" } = JSON.parse(Buffer.concat(chunks).toString() || "{}") as { readonly body?: string };
    const route = `${request.method ?? ""} ${pathname.replace("/repos/shop/orders", "")}`;
    const [, list, edited, pull] =
      /^(?:\w+ \/issues\/(\d+)\/comments|PATCH \/issues\/comments\/(\d+)|GET \/pulls\/(\d+))$/.exec(route) ?? [];
    if (pull !== undefined) return found(this.pulls.get(Number(pull)));
    if (list !== undefined && request.method === "GET") {
      const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
      return [200, this.of(Number(list)).slice((page - 1) * size, page * size)];
    }
    if (!this.mayWrite) return [403, { message: "Resource not accessible by integration" }];
    if (body.length > 65_536) return [422, { message: "Validation Failed" }];
    this.writes.push(route);
    if (list !== undefined) {
      const created = { id: 100 + this.writes.length, user: { login: "github-actions[bot]" }, body };
      this.of(Number(list)).push(created);
      return [201, created];
    }
    const comment = [...this.comments.values()].flat().find(({ id }) => id === Number(edited));
    if (comment !== undefined) comment.body = body;
    return found(comment);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function found(what: unknown): readonly [number, unknown] {
  return what === undefined ? [404, { message: "Not Found" }] : [200, what];
}
