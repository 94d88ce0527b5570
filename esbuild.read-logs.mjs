// How bundles get the code that reads V8's logs, for esbuild.config.mjs and the tests.
/**
 * What puts imports into stacks has a lexer and is needed only for apps with ES modules: a file of its own, for all that read profiles. The debug adapter has them
 * read by a worker; what the worker's file has it needs itself only to recover a recording.
 * @param {boolean} isReader
 * @returns {import("esbuild").Plugin}
 */
export function readLogsElsewhere(isReader) {
  return {
    name: "read-logs-elsewhere",
    setup(build) {
      build.onResolve({ filter: /\/read-imports\.ts$/ }, ({ path, kind }) =>
        kind === "entry-point" ? undefined : { path, namespace: "read-imports" },
      );
      build.onLoad({ filter: /.*/, namespace: "read-imports" }, () => ({
        contents: ["readImports", "withImports"]
          .map((name) => `exports.${name} = (...args) => require("./read-imports.js").${name}(...args);`)
          .join("\n"),
      }));
      if (isReader) return;
      build.onResolve({ filter: /\/tick-logs\.ts$/ }, ({ path }) => ({ path, namespace: "tick-logs" }));
      build.onLoad({ filter: /.*/, namespace: "tick-logs" }, () => ({
        contents: 'exports.TickLogs = class { constructor(target) { return new (require("./tick-log-worker.js").TickLogs)(target); } };',
      }));
    },
  };
}
