import type { AnsweredRequest } from "../../language-server/analysis/load/answered-request.ts";
import { maskedQuery } from "../../language-server/analysis/masking/masked-url.ts";
import { mostAnswered, requestGroup } from "../../language-server/recording/in-app/request-path.ts";

/** Sums up what the processes of an app have answered since its start. */
export class AnsweredRequests {
  readonly #totals = new Map<string, AnsweredRequest>();

  get isEmpty(): boolean {
    return this.#totals.size === 0;
  }

  /** Takes counts since the last report of a process; returns all totals, those answered last at the end. */
  add(requests: readonly AnsweredRequest[]): readonly AnsweredRequest[] {
    for (const request of requests.map(withoutSecrets)) {
      const { method, status, port, path } = request;
      const key = `${method} ${status} ${port} ${requestGroup(path)}`;
      const before = this.#totals.get(key);
      if (before === undefined && this.#totals.size >= mostAnswered) continue;
      this.#totals.delete(key);
      this.#totals.set(key, before === undefined ? request : sumOf(before, request));
    }
    return [...this.#totals.values()];
  }
}

/** By the whole table: the app itself has a short form of it. */
function withoutSecrets(request: AnsweredRequest): AnsweredRequest {
  const path = maskedQuery(request.path, (name, value) => (value.startsWith(":") ? value : `:${name.replaceAll(/\W/g, "_")}`));
  return path === request.path ? request : { ...request, path, isWhole: false };
}

function sumOf(before: AnsweredRequest, { count, isAtLeast }: AnsweredRequest): AnsweredRequest {
  return { ...before, count: before.count + count, isAtLeast: before.isAtLeast || isAtLeast };
}
