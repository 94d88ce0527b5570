import type { TestRunner } from "../analysis/test-runners/test-command.ts";
import type { TestPackage } from "./test-packages.ts";

/** Options in the scripts of a package without which a runner would not find or understand its tests, by runner. All take a value. */
const kept: Readonly<Record<TestRunner, RegExp>> = {
  node: /^(--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--env-file)$/,
  vitest: /^(--config|-c|--root|-r|--environment)$/,
  jest: /^(--config|-c|--rootDir|--env)$/,
  mocha: /^(--require|-r|--import|--loader|--config|--package|--ui|-u|--extension|--file)$/,
};
const nodeSwitches = /^--(experimental-strip-types|experimental-transform-types|experimental-vm-modules|experimental-default-type=\w+)$/;

const starts: Readonly<Record<TestRunner, RegExp>> = {
  node: /(^|[\s"'=/\\])(node|tsx)\s/,
  vitest: /(^|[\s/\\])vitest(\.mjs)?(\s|$)/,
  jest: /(^|[\s/\\])jest(\.js)?(\s|$)/,
  mocha: /(^|[\s/\\])_?mocha(\.js)?(\s|$)/,
};

/** Options for the runner from the first script that starts it. */
export function runnerOptions(runner: TestRunner, scripts: readonly string[]): readonly string[] {
  const script = scripts.find((each) => starts[runner].test(each));
  return script === undefined || runner === "node" ? [] : withValues(wordsOf(script), kept[runner]);
}

/** Options for Node.js itself: those of the scripts, and what compiles TypeScript if the package has it. */
export function nodeOptions(
  runner: TestRunner,
  file: string,
  { scripts, dependencies }: Pick<TestPackage, "dependencies" | "scripts">,
): readonly string[] {
  const used = scripts.filter((each) => (runner === "node" ? /\s--test\b/ : starts[runner]).test(each));
  const words = wordsOf(used[0] ?? "");
  const options = [
    ...words.flatMap((word) => word.replace(/^NODE_OPTIONS=/, "").split(" ")).filter((word) => nodeSwitches.test(word)),
    ...(runner === "node" ? withValues(words, kept.node) : []),
  ];
  if (runner !== "node") return options;
  const hasLoader = options.some((each) => /tsx|ts-node|strip-types|transform-types|swc|esbuild|babel/.test(each));
  if (hasLoader) return options;
  if (words[0] === "tsx" || (isTypeScript(file) && dependencies.has("tsx"))) return [...options, "--import", "tsx"];
  return isTypeScript(file) && dependencies.has("ts-node") ? [...options, "--require", "ts-node/register"] : options;
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file);
}

/** `--config x` and `--config=x` alike. */
function withValues(words: readonly string[], names: RegExp): readonly string[] {
  return words.flatMap((word, index) => {
    if (names.test(word.split("=")[0] ?? "") && word.includes("=")) return [word];
    const value = words[index + 1];
    return names.test(word) && value !== undefined && !value.startsWith("-") ? [word, value] : [];
  });
}

/** The words of the first command of a script that are not for a shell alone. */
function wordsOf(script: string): readonly string[] {
  const words = Array.from(
    script.matchAll(/"([^"]*)"|'([^']*)'|(?:[^\s"']|"[^"]*")+/g),
    ([all, double, single]) => double ?? single ?? all,
  );
  return words.map((word) => word.replaceAll('"', ""));
}
