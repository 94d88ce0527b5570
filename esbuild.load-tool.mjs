/** What autocannon has for its own command line, reports and options that we never use, by its files in `lib/`, and what is put in its place. */
const leftOut = new Map([
  // Several threads, multipart forms, and a progress bar with tables of the results.
  ...["manager", "multipart", "progressTracker"].map(
    (name) => /** @type {const} */ ([name, `module.exports = () => { throw new Error("${name}"); };`]),
  ),
  // Its histograms, in WebAssembly: we count latencies ourselves.
  [
    "histUtil",
    `const none = { recordValue() {}, recordValueWithExpectedInterval() {}, reset() {}, destroy() {} };
     exports.getHistograms = () => ({ latencies: none, requests: none, throughput: none });
     exports.encodeHist = () => null;`,
  ],
  ["aggregateResult", "module.exports = (result) => result;"],
]);

/** What it uses of packages that can more than we need. */
const smaller = new Map([
  // Whether Node.js has worker threads.
  ["semver", "exports.gte = () => true;"],
  // For where Node.js has none.
  ["buffer/", 'module.exports = require("buffer");'],
]);

/** autocannon without what we have no use for: a quarter is left. The build fails if it no longer has it. */
export const loadTool = {
  name: "load-tool",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    const found = new Set();
    build.onResolve({ filter: /^autocannon$/ }, ({ kind, resolveDir }) => build.resolve("autocannon/lib/init.js", { kind, resolveDir }));
    build.onResolve({ filter: /^(?:semver|buffer\/)$/ }, ({ path }) => ({ path, namespace: "smaller" }));
    build.onLoad({ filter: /.*/, namespace: "smaller" }, ({ path }) => {
      found.add(path);
      return { contents: smaller.get(path) };
    });
    const files = new RegExp(`[/\\\\]autocannon[/\\\\]lib[/\\\\](${[...leftOut.keys()].join("|")})\\.js$`);
    build.onLoad({ filter: files }, ({ path }) => {
      const [, name = ""] = files.exec(path) ?? [];
      found.add(name);
      return { contents: leftOut.get(name) };
    });
    build.onEnd(() => {
      const gone = [...leftOut.keys(), ...smaller.keys()].filter((name) => !found.has(name));
      return gone.length === 0 ? {} : { errors: [{ text: `autocannon no longer has ${gone.join(", ")}.` }] };
    });
  },
};
