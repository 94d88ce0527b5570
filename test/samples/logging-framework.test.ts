// @module-tag thorough

import { describe, expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";
import { variants } from "./samples.ts";

interface LogEntry {
  readonly at: number;
  readonly level: string;
  readonly source: string;
  readonly message: string;
  readonly details: { readonly name?: string; readonly path?: string };
}

const paths = ["/books", "/books?author=le-guin", "/books?author=nobody", "/books/7", "/books/99", "/nothing"];

describe.each(variants)("%s", (variant) => {
  test("shows a book with its price", async () => {
    await using app = await RunningSample.start("logging-framework", variant);
    const book = { id: 7, title: "The Cyberiad", author: "lem", price: "15.74 EUR" };
    expect(await app.json("/books/7")).toEqual({ status: 200, body: book });
  });

  test("logs who said what", async () => {
    await using app = await RunningSample.start("logging-framework", variant);
    await app.json("/books/7");
    const { body } = await app.json("/logs");
    expect((body as LogEntry[]).slice(0, 11).map(entryText)).toEqual([
      "debug application: middleware requestId",
      "debug application: middleware logAccess",
      "info middlewares: request /books/7",
      "debug application: middleware jsonHeaders",
      "debug application: middleware answerError",
      "debug application: middleware route",
      "debug router: route /books/:id",
      "info books: show book",
      "debug catalogue: catalogue lookup",
      "debug prices: price",
      "info middlewares: response",
    ]);
  });

  test("survives a request that it cannot read", async () => {
    await using app = await RunningSample.start("logging-framework", variant);
    expect((await app.get("//")).status).toBe(500);
    expect((await app.get("/books")).status).toBe(200);
  });
});

test("before and after answer and log the same", async () => {
  const [before, after] = await Promise.all(variants.map((variant) => answers(variant)));
  expect(before).toEqual(after);
});

async function answers(variant: "before" | "after"): Promise<unknown[]> {
  await using app = await RunningSample.start("logging-framework", variant);
  const all: unknown[] = [];
  for (const path of paths) all.push(await app.json(path));
  const { body } = await app.json("/logs");
  return [...all, ...(body as LogEntry[]).map((entry) => ({ ...entry, at: 0 }))];
}

function entryText({ level, source, message, details }: LogEntry): string {
  return `${level} ${source}: ${message} ${details.name ?? details.path ?? ""}`.trimEnd();
}
