const mask = "***";

/** Names of options and variables whose value is secret. */
const secretName = /(?:pass(?:word|wd|phrase)?|pwd|token|secret|credentials?|api-?_?key|access-?_?key|private-?_?key|auth)$/i;

/** `--token=abc`, `API_TOKEN=abc`. */
const assignment = /^(-{0,2})([\w.-]+)=(.+)$/s;

/** `postgres://user:password@host`. */
const userInfo = /([a-z][\w+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi;

/** The query of `https://host/path?key=value`. */
const query = /(?<=[a-z][\w+.-]*:\/\/[^\s?#]*\?)[^\s#]+/gi;
const queryValue = /=[^&]+/g;

/** A command line as stored with a run: values that look like secrets are masked, and those in URLs. */
export function maskedArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    const before = args[index - 1] ?? "";
    const isValue = /^-{1,2}[\w.-]+$/.test(before) && secretName.test(before) && !arg.startsWith("-");
    if (isValue) return mask;
    const [, dashes = "", name = ""] = assignment.exec(arg) ?? [];
    if (name !== "" && secretName.test(name)) return `${dashes}${name}=${mask}`;
    const unnamed = arg.replaceAll(userInfo, `$1:${mask}@`);
    return unnamed.replaceAll(query, (found) => found.replaceAll(queryValue, `=${mask}`));
  });
}
