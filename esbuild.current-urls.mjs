/**
 * chrome-remote-interface 0.34 calls `url.parse`, of which Node 24 and later warn on stderr (DEP0169). It reads a host, port and path of the result,
 * and writes the path: it gets these from a WHATWG URL instead.
 */
export const currentUrls = {
  name: "current-urls",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^url$/ }, ({ importer }) =>
      /[/\\]chrome-remote-interface[/\\]/.test(importer) ? { path: "url", namespace: "current-urls" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "current-urls" }, () => ({
      contents: `
        class Parsed {
          constructor(text) { this.url = new URL(text); }
          get hostname() { return this.url.hostname.replace(/^\\[|\\]$/g, ""); }
          get port() { return this.url.port; }
          get pathname() { return this.url.pathname; }
          set pathname(path) { this.url.pathname = path; }
        }
        exports.parse = (text) => new Parsed(text);
        exports.format = ({ url }) => url.href;`,
    }));
  },
};
