import { expect, test } from "vitest";
import { statementText } from "../../../language-server/recording/in-app/waits/awaited/channels.ts";

test.each([
  ["SELECT * FROM users WHERE id = $1", "SELECT * FROM users WHERE id = $1"],
  ["select name, table2.x from t1 where id = 42 and x=-1.5e3", "select name, table2.x from t1 where id = ? and x=?"],
  ["INSERT INTO t VALUES ('it''s', 'a\\'b', 0xFF, NULL)", "INSERT INTO t VALUES (?, ?, ?, NULL)"],
  ["SELECT a\n  FROM t -- 'secret'\n WHERE /* token 1 */ b = :name", "SELECT a FROM t WHERE b = :name"],
  ["SELECT * FROM t WHERE id IN (1, 2, 3, 4) LIMIT 10", "SELECT * FROM t WHERE id IN (?, …) LIMIT ?"],
  ["INSERT INTO t (a, b) VALUES (?, ?), (?, ?), (?, ?)", "INSERT INTO t (a, b) VALUES (?, …)"],
  ['SELECT "name" FROM "Order" WHERE mail = "ada@example.org"', 'SELECT "name" FROM "Order" WHERE mail = ?'],
  ["SELECT $$it is secret$$, $tag$ also $$ this $tag$, `a b` FROM t", "SELECT ?, ?, `a b` FROM t"],
  ["SELECT 'never closed, secret", "SELECT ?"],
  ["SELECT $1, @2, ?3 FROM a1_2", "SELECT $1, @2, ?3 FROM a1_2"],
])("values of a statement are replaced, its own placeholders stay: %s", (statement, shown) => {
  expect(statementText(statement)).toBe(shown);
});

test("a long statement is cut", () => {
  const shown = statementText(`SELECT ${"column_with_a_name, ".repeat(1000)} FROM t WHERE secret = 'secret'`);
  expect(shown.length).toBe(200);
  expect(shown).toMatch(/^SELECT column_with_a_name, .*…$/);
});
