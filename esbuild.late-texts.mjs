/** What the bundles of texts export, by the last part of their files' names. */
const names = { en: "English", ru: "Russian", "zh-cn": "Chinese" };

/** Languages are files that the bundles share (`texts-ru.js`). All but English are read when something is first said in them. */
export const sharedTexts = textsOutside(/\/bundles\/(?:en|(?:common\/)?(?:ru|zh-cn))\.ts$/);

/** The same, with English in the bundle. */
export const otherTextsShared = textsOutside(/\/bundles\/(?:common\/)?(?:ru|zh-cn)\.ts$/);

/** @param {RegExp} filter */
function textsOutside(filter) {
  return {
    name: "texts-outside",
    /** @param {import("esbuild").PluginBuild} build */
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({
        path: path.replace(/^.*\/bundles\//, "").replace(/\.ts$/, ""),
        namespace: "texts-outside",
      }));
      build.onLoad({ filter: /.*/, namespace: "texts-outside" }, ({ path }) => {
        const [language = "", common] = path.split("/").toReversed();
        const [name, file] =
          common === undefined
            ? [names[language].toLowerCase(), `texts-${language}`]
            : [`common${names[language]}`, `common-texts-${language}`];
        return { contents: `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => require("./${file}.js").${name} });` };
      });
    },
  };
}
