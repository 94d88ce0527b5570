/** How an app takes new code: a watcher starts its process again, or a development server compiles into the one that runs. */
export type Reloading = "process" | "inPlace";

/** Tools whose process restarts the app after an edit. */
const watchers: readonly RegExp[] = [
  /^(?:nodemon|node-dev|ts-node-dev|tsnd|supervisor)(?: |$)/,
  // Before the name of the file: what follows that is the app's own.
  /^(?:node|tsx|ts-node|bun)(?: -(?:r|-require|-import|-loader|-env-file) \S+| -\S+)*? (?:watch|--watch(?:-path)?(?:=\S*)?)(?: |$)/,
  /^nest start (?:.* )?(?:-w|--watch)(?: |$)/,
  /^(?:pm2|pm2-runtime|pm2-dev) (?:.* )?(?:dev|--watch)(?: |$)/,
];

/** Development servers that compile into their own process. */
const servers: readonly RegExp[] = [
  /^(?:next|nuxt|nuxi|astro|remix|vinxi|nitro|nitropack|react-router|rsbuild|farm|waku|modern|qwik|analog|umi|payload) dev(?: |$)/,
  /^remix vite:dev(?: |$)/,
  /^(?:vite|astro|rsbuild|farm)(?: --.*)?$/,
  /^vite (?:serve|dev)(?: |$)/,
  /^(?:gatsby|strapi) develop(?: |$)/,
  /^(?:webpack|rspack|ng|vue-cli-service) (?:serve|dev)(?: |$)/,
  /^webpack-dev-server(?: |$)/,
];

/** Prefixes that only start another command. */
const starters =
  /^(?:(?:npx|bunx|yarn|pnpm|pnpm exec|pnpm dlx|yarn exec|yarn dlx|npm exec|cross-env|dotenv|env|exec)(?: --?[\w-]+)*(?: --)? |[A-Z_]\w*=\S* |node (?=\S*node_modules[\\/]))/;

/** Of a command line such as a script of package.json, which may hold several commands. Undefined if the app keeps the code that it has loaded. */
export function reloadingOf(commandLine: string): Reloading | undefined {
  const commands = commandLine.split(/&&|\|\||[;|&]|["']/).map(bare);
  const isOne = (tools: readonly RegExp[]): boolean => commands.some((command) => tools.some((tool) => tool.test(command)));
  if (isOne(watchers)) return "process";
  return isOne(servers) ? "inPlace" : undefined;
}

/** `cross-env A=1 npx /x/node_modules/.bin/nodemon.cmd app.js` → `nodemon app.js`. */
function bare(command: string): string {
  let rest = command.trim();
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(starters, "").trim();
  }
  return rest.replace(/^\S*[\\/](?=[^\s\\/]+(?:\s|$))/, "").replace(/^([^\s.]+)\.(?:cmd|exe|ps1|[cm]?js)(?=\s|$)/i, "$1");
}
