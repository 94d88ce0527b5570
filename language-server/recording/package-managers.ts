/** What the programs of package managers are called, without version and extension. They start the app and are none of it. */
const names = ["npm", "npx", "npm-cli", "npx-cli", "yarn", "yarnpkg", "pnpm", "pnpx", "corepack"];

/** Source of a regular expression for a file name such as `npm`, `npm-cli.js`, `yarn-4.9.2.cjs`. */
export const packageManagerPattern = String.raw`^(${names.join("|")})(-[\d.]+)?(\.[cm]?js)?$`;

/** The same as the pattern of a shell's `case`. */
export const packageManagerCases = names.flatMap((name) => [name, `${name}.js`, `${name}.[cm]js`, `${name}-[0-9]*.[cm]js`]).join("|");
