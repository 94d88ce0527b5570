/** File names of package managers, without version and extension. They start the app but are not part of it. */
const npmNames = ["npm", "npx", "npm-cli", "npx-cli", "npm-prefix", "pnpm", "pnpx"];
const names = [...npmNames, "yarn", "yarnpkg", "corepack"];

/** Source of a regular expression for file names such as `npm`, `npm-cli.js`, `yarn-4.9.2.cjs`. */
export const packageManagerPattern = patternOf(names);

/** The same for those that put the app's packages first in PATH, which may contain a Node (`node`); Yarn puts its own Node before them. */
export const npmPattern = patternOf(npmNames);

/** The same as the pattern of a shell's `case`. */
export const packageManagerCases = names.flatMap((name) => [name, `${name}.js`, `${name}.[cm]js`, `${name}-[0-9]*.[cm]js`]).join("|");

function patternOf(programs: readonly string[]): string {
  return String.raw`^(${programs.join("|")})(-[\d.]+)?(\.[cm]?js)?$`;
}
