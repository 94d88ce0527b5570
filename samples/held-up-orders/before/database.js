import { fork } from "node:child_process";

/** The database: a process of its own, which ends with this one. */
export function openDatabase() {
  const database = fork(new URL("database-server.js", import.meta.url));
  const waiting = new Map();
  let last = 0;
  database.on("message", ({ id, rows }) => {
    waiting.get(id)(rows);
    waiting.delete(id);
  });
  return {
    /** Rows that a statement finds, with its values for `?`. */
    query(statement, values) {
      const id = ++last;
      database.send({ id, statement, values });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}
