import * as fc from "fast-check";
import { parse as parseJsonc, type ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import type { ConfigFormat } from "../../../language-server/cli/agents/config-edit.ts";
import { jsonConfig } from "../../../language-server/cli/agents/json-config.ts";
import { tomlConfig } from "../../../language-server/cli/agents/toml-config.ts";

const entry = { command: "/usr/bin/node", args: ["/opt/heatline.js", "mcp", "--root", "/srv/my app"] };
const file = "FILE";

/** Adds the entry and takes it out again. */
function thereAndBack(format: ConfigFormat, text: string | undefined): { readonly added: string; readonly back: string | undefined } {
  const { text: added = "", change } = format.add(text, entry, file);
  expect(change).toBe("added");
  expect(format.add(added, entry, file)).toEqual({ text: added, change: "none" });
  return { added, back: format.remove(added, file).text };
}

const json = jsonConfig("mcpServers");

test.each([
  "",
  "\n",
  "  \n",
  "{}",
  "{}\n",
  "{\n}\n",
  "{ }",
  "\uFEFF{}",
  "{ // nothing yet\n}",
  "{\n  // nothing yet\n}\n",
  '{"mcpServers":{}}',
  '{"mcpServers": {\n}}',
  '{\n  "mcpServers": {}\n}\n',
  '{\n  "mcpServers": {\n  }\n}\n',
  '{\n  "mcpServers": {\n    // none\n  },\n}\n',
  '{"a": 1}',
  '{"a": 1,}',
  '{"a": 1 // one\n}',
  '{ "a": 1 /* one */, /* end */ }',
  '{\n\t"a": 1, // one\n\t"b": 2 // two\n}\n',
  '{\n\t"a": 1, // one\n\t"b": 2, // two, and a comma\n\n\t// the end\n}\n',
  '{\r\n    "a": {\r\n        "b": []\r\n    } /* x */ // y\r\n}\r\n',
  '{\n"a": 1\n}',
  '{\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    } // last\n  },\n  "z": null\n}\n',
  '{\n  "mcpServers": {\n    "other": {},\n  },\n}\n',
  '{"mcpServers": {"other": {}}, "mcpServers": {"third": {}}}',
])("JSON is as it was after adding and removing: %j", (text) => {
  const { added, back } = thereAndBack(json, text);
  const errors: ParseError[] = [];
  const read = parseJsonc(added.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true }) as { mcpServers: object };
  expect(errors).toEqual([]);
  expect(read.mcpServers).toHaveProperty("heatline", entry);
  expect(back).toBe(text);
});

/** Texts with blanks, comments and trailing commas anywhere. */
const blank = fc.constantFrom("", " ", "\n", "\n  ", "\n\t", " /* c */ ", " // c\n", "\n  // c\n  ");
const scalar = fc.constantFrom("1", '"x"', "null", "[]", '[ "}", 2 ]', '"// no"');
const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, tie("object")),
  object: fc
    .tuple(
      fc.array(fc.tuple(blank, fc.constantFrom("a", "b", "mcpServer"), blank, tie("value"), blank), { maxLength: 3 }),
      blank,
      fc.boolean(),
    )
    .map(([properties, end, hasComma]) => {
      const inside = properties.map(([before, key, colon, value, after]) => `${before}"${key}":${colon}${value}${after}`).join(",");
      return `{${inside}${hasComma && properties.length > 0 ? "," : ""}${end}}`;
    }),
}));
const config = fc.oneof(
  object,
  fc
    .tuple(object, blank, fc.boolean())
    .map(([servers, space, isLast]) => `{${space}"mcpServers":${space}${servers}${isLast ? "" : ', "z": 1'}}`),
);

test("any JSON with comments is as it was after adding and removing", () => {
  fc.assert(
    fc.property(config, fc.constantFrom("", "\n", "\r\n"), (text, end) => {
      const whole = text + end;
      const { added, back } = thereAndBack(json, whole);
      const errors: ParseError[] = [];
      expect(parseJsonc(added, errors, { allowTrailingComma: true })).toHaveProperty("mcpServers.heatline", entry);
      expect(errors).toEqual([]);
      expect(back).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

test("an entry among others is taken out with its comma, and nothing else", () => {
  const removed = (text: string): string | undefined => json.remove(text, file).text;
  expect(removed('{\n  "mcpServers": {\n    "heatline": {}, // ours\n    "b": {}\n  }\n}\n')).toBe(
    '{\n  "mcpServers": { // ours\n    "b": {}\n  }\n}\n',
  );
  expect(removed('{"mcpServers": {"a": {}, "heatline": {"command": "x"}, "b": {}}}')).toBe('{"mcpServers": {"a": {}, "b": {}}}');
  expect(removed('{"mcpServers": {"a": {}, /* c */ "heatline": {}}}')).toBe('{"mcpServers": {"a": {} /* c */}}');
  expect(removed('{\n  "mcpServers": {\n    "heatline": { "url": "x" }\n  }\n}\n')).toBe('{\n  "mcpServers": {}\n}\n');
  expect(removed('{\n  "mcpServers": {\n    // keep\n    "heatline": 1,\n  }\n}\n')).toBe(
    '{\n  "mcpServers": {\n    // keep\n    \n  }\n}\n',
  );
});

test.each([
  "",
  "a = 1",
  "a = 1\n",
  "a = 1\r\n\r\n[b]\r\nc = 2\r\n",
  "# only a comment",
  "\n\n",
  "[mcp_servers]\n",
  '[mcp_servers.other]\ncommand = "x"\nargs = [\n  "a",\n]\n\n\n',
  'text = """\n[mcp_servers.heatline]\n"""\n',
  "big = 12345678901234567890123\nday = 2026-11-29\n".replace("12345678901234567890123", "9007199254740993"),
])("TOML is as it was after adding and removing: %j", (text) => {
  const { added, back } = thereAndBack(tomlConfig, text);
  expect(parseToml(added, { integersAsBigInt: "asNeeded" })).toHaveProperty("mcp_servers.heatline", entry);
  expect(added.startsWith(text)).toBe(true);
  expect(back).toBe(text);
});

const tables = fc.constantFrom(
  "# c\n",
  "\n",
  "  \n",
  "[b1]\nx = 1 # [mcp_servers.heatline]\n",
  '[mcp_servers.other]\nargs = [\n"[mcp_servers.heatline]",\n]\n',
  '[mcp_servers.heatlines]\ncommand = "x"\n',
  "[other.heatline]\ny = [\n[1],\n]\n",
  "[[list]]\nz = 1\n",
);

test("any TOML is as it was after adding and removing, and what is written below the table later stays", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(tables, { maxLength: 5 }),
      fc.constantFrom("", "# end", "\n\n"),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("", "\n[later]\na = 1\n", "# later\n"),
      (parts, last, end, later) => {
        const text = (parts.join("") + last).replaceAll("\n", end);
        const { added, back } = thereAndBack(tomlConfig, text);
        expect(parseToml(added)).toHaveProperty("mcp_servers.heatline", entry);
        expect(back).toBe(text);
        if (later === "" || !added.endsWith("\n")) return;
        const { text: left = "" } = tomlConfig.remove(added + later, file);
        expect(left).toBe(text + later);
      },
    ),
    { numRuns: 500 },
  );
});

test("TOML: a table that others follow is taken out with the blank line before it", () => {
  const { text: added = "" } = tomlConfig.add("a = 1\n", entry, file);
  expect(tomlConfig.remove(`${added}\n# next\n[b]\n`, file).text).toBe("a = 1\n\n# next\n[b]\n");
  const { text: made = "" } = tomlConfig.add(undefined, entry, file);
  expect(tomlConfig.remove(`${made}\n[b]\n`, file).text).toBe("[b]\n");
});
