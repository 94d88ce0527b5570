import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { EditorPlaces } from "../../../extension/debug-adapter/session-output.ts";

test("a stack trace leads to the editor's line and column, which V8 counts further down", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-places-"));
  try {
    const file = path.join(folder, "a.js");
    writeFileSync(file, "const s = 'a\u2028b'; fail();\nfail();\n");
    const places = new EditorPlaces();
    expect(places.of({ path: file, line: 2, column: 5 })).toEqual({ path: file, line: 1, column: 18 });
    expect(places.of({ path: file, line: 3, column: 1 })).toEqual({ path: file, line: 2, column: 1 });
    const missing = { path: path.join(folder, "missing.js"), line: 3, column: 1 };
    expect(places.of(missing)).toEqual(missing);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
