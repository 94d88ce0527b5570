import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";
import { variants } from "./samples.ts";

interface Health {
  readonly ok: boolean;
  readonly afterListeners: number;
}

describe.each(variants)("%s", (variant) => {
  test("answers 5,000 bytes as hex, and from the second time on their etag", async () => {
    await using app = await RunningSample.start("koa-listener-leak", variant);
    const first = await app.get("/test");
    const text = await first.text();
    expect(first.status).toBe(200);
    expect(JSON.parse(text)).toEqual({ content: expect.stringMatching(/^[0-9a-f]{10000}$/) as string });
    expect(first.headers.get("etag")).toBeNull();

    const second = await app.get("/test");
    expect(await second.text()).toBe(text);
    expect(second.headers.get("etag")).toBe(`"${createHash("sha512").update(text).digest("hex")}"`);
    expect(second.headers.get("cache-control")).toBe("public, max-age=120");
  });

  test("sends gzip only to those who accept it", async () => {
    await using app = await RunningSample.start("koa-listener-leak", variant);
    const packed = await app.get("/test", { "accept-encoding": "gzip" });
    const plain = await app.get("/test", { "accept-encoding": "identity" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await packed.json()).toEqual(await plain.json());
  });

  test("answers 404 elsewhere", async () => {
    await using app = await RunningSample.start("koa-listener-leak", variant);
    expect((await app.get("/nothing")).status).toBe(404);
  });
});

test("before adds a listener with every request, after has one", async () => {
  const counts = [];
  for (const variant of variants) {
    await using app = await RunningSample.start("koa-listener-leak", variant);
    for (let request = 0; request < 25; request++) await (await app.get("/test")).arrayBuffer();
    const { body } = await app.json("/health");
    counts.push((body as Health).afterListeners);
  }
  expect(counts).toEqual([25, 1]);
});
