import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MapLines } from "../../../language-server/analysis/sources/map-lines.ts";
import { readSourceMap } from "../../../language-server/analysis/sources/source-map.ts";
import { TextPositions } from "../../../language-server/analysis/syntax/text-positions.ts";

/** What each tool made of one text with U+2028 and U+2029. */
const outputs = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../fixtures/separator-maps.json"), "utf8")) as Readonly<
  Record<string, { readonly code: string; readonly map: object }>
>;

test.each(Object.entries(outputs))(
  "a map leads to the line that the editor shows, whoever counted the lines: %s",
  (_tool, { code, map }) => {
    const read = readSourceMap(JSON.stringify(map), "file:///app/a.js");
    const lines = read === undefined ? undefined : new MapLines(read, code);
    const ran = new TextPositions(code).at(code.indexOf("PLANT"));
    const at = lines?.generatedAt(ran.line, ran.column);
    const found = at === undefined ? undefined : read?.original(at.line, at.column);
    expect(found === undefined ? undefined : lines?.originalAt(found.source, found.line, found.column)).toEqual({ line: 4, column: 9 });
  },
);
