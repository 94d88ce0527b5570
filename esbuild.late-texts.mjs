/** What the bundles of texts in other languages than English export, by the last part of their files' names. */
const names = { ru: "Russian", "zh-cn": "Chinese" };

/** Other languages than English are files that all processes share (`texts-ru.js`), loaded when something is first said in them. */
export const textsWhenCalled = {
  name: "texts-when-called",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /\/bundles\/(common\/)?(ru|zh-cn)\.ts$/ }, ({ path }) => ({
      path: path.replace(/^.*\/bundles\//, "").replace(/\.ts$/, ""),
      namespace: "texts-when-called",
    }));
    build.onLoad({ filter: /.*/, namespace: "texts-when-called" }, ({ path }) => {
      const [language = "", common] = path.split("/").toReversed();
      const [name, file] =
        common === undefined
          ? [names[language].toLowerCase(), `texts-${language}`]
          : [`common${names[language]}`, `common-texts-${language}`];
      return { contents: `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => require("./${file}.js").${name} });` };
    });
  },
};
