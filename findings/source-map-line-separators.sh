#!/bin/sh
# esbuild 0.27.7, typescript 5.9.3, @swc/core 1.16.22, terser 5.51.4, @babel/core 7.29.13, magic-string 1.4.5, rollup 4.68.8 (npm), Node.js 20.20.2,
# Linux x64; seen 2026-11-28.
# Guess before: all count the lines of a source map as JavaScript's grammar and V8 do, where U+2028 and U+2029 in a string end a line.
# Seen: for a throw that V8 has on line 5 and an editor on line 3, the maps of esbuild, TypeScript, terser and Babel name source line 5, those of
# swc, magic-string and Rollup line 3. Of the output, in which Babel, swc, magic-string and Rollup leave the characters, their maps count lines
# as editors do, while TypeScript's counts as V8 does; esbuild and terser escape the characters. Since `node --enable-source-maps` looks up V8's
# line, its stack trace names neither 3 nor 5 for four of the seven, but 4, 8 or 10: another statement or none.
# Exits with 1 if a tool counts otherwise than it did.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact esbuild@0.27.7 typescript@5.9.3 @swc/core@1.16.22 terser@5.51.4 \
  @babel/core@7.29.13 magic-string@1.4.5 rollup@4.68.8 @jridgewell/trace-mapping@0.3.31
cat > measure.mjs <<'END'
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { eachMapping, TraceMap } from "@jridgewell/trace-mapping";
import babel from "@babel/core";
import esbuild from "esbuild";
import MagicString from "magic-string";
import { rollup } from "rollup";
import swc from "@swc/core";
import { minify } from "terser";
import ts from "typescript";

const source = "const s = 'a\u2028b\u2029c';\nfunction fail() {\n                    throw new Error(s);\n}\n\n\n\nfail();\n";
const separators = /\r\n|[\n\r\u2028\u2029]/;
const lineOf = (text, ends) => text.slice(0, text.indexOf("throw")).split(ends).length;
const moved = new MagicString(source).prepend("/* first */\n");
const bundle = await rollup({
  input: "a.js",
  onwarn() {},
  plugins: [{ name: "source", resolveId: (id) => id, load: () => source }],
});
const [chunk] = (await bundle.generate({ sourcemap: true })).output;
const typescript = ts.transpileModule(source, { fileName: "a.js", compilerOptions: { sourceMap: true, target: "ES2022" } });
const outputs = {
  esbuild: await esbuild.transform(source, { sourcemap: "external", charset: "utf8" }),
  typescript: { code: typescript.outputText, map: typescript.sourceMapText },
  terser: await minify({ "a.js": source }, { sourceMap: true, compress: false, mangle: false }),
  babel: await babel.transformAsync(source, { filename: "a.js", sourceMaps: true, configFile: false }),
  swc: await swc.transform(source, { sourceMaps: true, jsc: { target: "es2022" } }),
  "magic-string": { code: moved.toString(), map: moved.generateMap({ source: "a.js", hires: true }) },
  rollup: chunk,
};
const expected = {
  esbuild: "source 5, output without separators, trace 5",
  typescript: "source 5, output like V8, trace 5",
  terser: "source 5, output without separators, trace 5",
  babel: "source 5, output not like V8, trace other",
  swc: "source 3, output not like V8, trace other",
  "magic-string": "source 3, output not like V8, trace other",
  rollup: "source 3, output not like V8, trace other",
};
let changed = false;
for (const [tool, { code, map }] of Object.entries(outputs)) {
  const read = new TraceMap(typeof map === "string" ? map : JSON.parse(JSON.stringify(map)));
  // The throw is at column 20, however lines are counted.
  let found;
  eachMapping(read, (mapping) => {
    if (found === undefined && mapping.originalColumn === 20) found = mapping;
  });
  const hasSeparators = /[\u2028\u2029]/.test(code);
  const counted = found?.generatedLine === lineOf(code, separators) ? "like V8" : "not like V8";
  const text = JSON.stringify({ ...JSON.parse(typeof map === "string" ? map : JSON.stringify(map)), sources: ["original.js"] });
  writeFileSync("out.cjs", `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString("base64")}\n`);
  const { stderr } = spawnSync(process.execPath, ["--enable-source-maps", "out.cjs"], { encoding: "utf8" });
  const trace = /original\.js:(\d+)/.exec(stderr.slice(stderr.indexOf("at ")))?.[1];
  const seen = `source ${found?.originalLine}, output ${hasSeparators ? counted : "without separators"}, trace ${trace === "5" ? "5" : "other"}`;
  console.log(`${tool}: ${seen} (node --enable-source-maps says ${trace ?? "no source line"})`);
  changed ||= seen !== expected[tool];
}
process.exitCode = changed ? 1 : 0;
END
node measure.mjs
