import { SourceMap } from "node:module";
import { parse } from "@babel/parser";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { rewriteWaits } from "../../../language-server/recording/in-app/waits/rewriting/rewrite-waits.ts";
import type { Parse } from "../../../language-server/recording/in-app/waits/rewriting/syntax-tree.ts";

const source = `import { load, store } from "./shop.ts";

export async function order(id: string): Promise<number> {
  const found = await load(id);
  for await (const item of found.items) {
    if (item.isGone) continue;
    try {
      await store(item as object);
    } catch (error: unknown) {
      console.error("failed", error);
    }
  }
  return (await load(id)).total;
}
const first = async (id: string) => await order(id);
await first("a");
`;

/** Line (1-based) and column of a text at an offset. */
function place(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}

function mapOf(text: string): SourceMap {
  const [, data = ""] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(text) ?? [];
  return new SourceMap(JSON.parse(Buffer.from(data, "base64").toString()) as ConstructorParameters<typeof SourceMap>[0]);
}

/** Where in the source what is at a place of the generated text comes from. */
function original(text: string, { line, column }: { readonly line: number; readonly column: number }): string {
  const entry = mapOf(text).findEntry(line - 1, column);
  return "originalLine" in entry ? `${entry.originalLine + 1}:${entry.originalColumn}` : "nowhere";
}

test.each([true, false])(
  "the map that a text carries leads to the same places when waits are measured (on one line: %s)",
  async (minify) => {
    const { code } = await transform(source, {
      loader: "ts",
      sourcemap: "inline",
      sourcefile: "order.ts",
      minifyWhitespace: minify,
      minifySyntax: minify,
      format: "esm",
    });
    const rewritten = rewriteWaits(code, {
      parse: parse as unknown as Parse,
      path: "/app/order.ts",
      isModule: true,
      threadId: 0,
      reserve: () => 1,
    });
    if (rewritten === undefined) throw new Error("It was not read.");
    expect(rewritten.text.split("\n").length).toBe(code.split("\n").length);
    const places = [...source.matchAll(/\bawait |for await/g)].map(({ index }) => place(source, index));
    expect(rewritten.sites.map((site) => original(rewritten.text, site))).toEqual(places.map(({ line, column }) => `${line}:${column}`));
    const words = /\b(?:load|store|items|isGone|error|total|"a"|"failed")(?=\W)/g;
    const reported = (text: string): readonly string[] => {
      const code = text.slice(0, text.indexOf("//# sourceMappingURL"));
      return [...code.matchAll(words)].map(({ 0: word, index }) => `${word} ${original(text, place(text, index))}`);
    };
    expect(reported(code).length).toBeGreaterThan(8);
    expect(reported(rewritten.text)).toEqual(reported(code));
  },
);
