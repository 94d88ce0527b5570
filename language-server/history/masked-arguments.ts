import type { LoadReport } from "../analysis/load/load.ts";
import { maskedQuery } from "../analysis/masked-query.ts";

const mask = "***";

/** Names of options and variables whose value is secret. */
const names =
  "(?:pass(?:word|wd|phrase)?|pwd|token|secret|credentials?|cookie|jwt|authorization|auth|(?:api|access|private|secret|signing|encryption)-?_?key)";
const secretName = new RegExp(`${names}$`, "i");

/** `--token=abc`, `API_TOKEN=abc`. */
const assignment = /^(-{0,2})([\w.-]+)=(.+)$/s;

/** The same, and `--token abc`, within the command line that a shell is given as one argument. */
const inner = new RegExp(`(?<![\\w.-])((?:-{1,2}[\\w.-]*${names}(?:=|\\s+(?!-))|[\\w.-]*${names}=))("[^"]*"|'[^']*'|\\S+)`, "gi");

/** `postgres://user:password@host`, and without a scheme `user:password@host`. */
const userInfo = /([a-z][\w+.-]*:\/\/[^\s/:@]*):[^\s/]+@/gi;
const bareUserInfo = /(?<![^\s="'])([\w.%+-]+):[^\s/@:]+@(?=[\w[])/g;

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
    const unnamed = arg.replaceAll(inner, `$1${mask}`).replaceAll(userInfo, `$1:${mask}@`).replaceAll(bareUserInfo, `$1:${mask}@`);
    return unnamed.replaceAll(query, (found) => found.replaceAll(queryValue, `=${mask}`));
  });
}

/** A load's report as stored with a run: values in queries that look like secrets are masked. */
export function maskedLoad(report: LoadReport): LoadReport {
  const { url, label, perRequest } = report;
  return {
    ...report,
    url: maskedQuery(url),
    label: maskedQuery(label),
    ...(perRequest === undefined ? {} : { perRequest: perRequest.map((each) => ({ ...each, label: maskedQuery(each.label) })) }),
  };
}
