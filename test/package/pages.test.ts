import { build } from "esbuild";
import { expect, test } from "vitest";

test.each(["load", "flame", "compare", "request", "timeline"])(
  "the page %s has none of the server's texts, of which it gets what it shows",
  async (page) => {
    const { metafile } = await build({
      entryPoints: [`webview/${page}/main.ts`],
      bundle: true,
      write: false,
      metafile: true,
      platform: "browser",
      outdir: "unused",
      loader: { ".svg": "text" },
      logLevel: "silent",
    });
    const inputs = Object.values(metafile.outputs).flatMap(({ inputs: all }) => Object.keys(all));
    expect(inputs.filter((file) => file.startsWith("language-server/texts/bundles/"))).toEqual([]);
  },
);
