import { wordSet } from "../collections.ts";
import { commandWords } from "./load-command.ts";

/** What a name ends in when it is more likely a file than a host. */
const fileEndings = wordSet(
  "bat bin body cer cfg cmd conf crt csv dat env exe gql go gz har html ini java jmx js json key log lua md mjs cjs cts mts ts jsx tsx pem php pl properties ps1 py rb rs sh sql toml txt xml yaml yml zip",
);

const address = /^(\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i;
const withPort = /^((?=[^:]*[a-z])[a-z\d](?:[a-z\d.-]*[a-z\d])?):\d{1,5}(?:[/?#]|$)/i;
const withDots = /^((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+))\.?(?:[/?#]|$)/i;

/**
 * Hosts in a load tool's command line that may have no scheme: an IP address, a name with a port, or a name with dots that does not end as
 * a file does. Lower case, IPv6 addresses in brackets. Names are guesses: a wrong one only leads to a question to the user.
 */
export function writtenHosts(command: string): readonly string[] {
  const [, ...words] = commandWords(command, { url: "", connections: 1, duration: 1 }, "linux");
  return words
    .flatMap((word) => word.split(/[=,;'"()<>\s]+/))
    .flatMap((text) => hostIn(text.replace(/^[a-z][a-z\d+.-]*:\/\//i, "").replace(/^[^/?#]*@/, "")) ?? [])
    .map((host) => host.toLowerCase());
}

function hostIn(text: string): string | undefined {
  const certain = (address.exec(text) ?? withPort.exec(text))?.[1];
  if (certain !== undefined) return certain;
  const [, name, ending = ""] = withDots.exec(text) ?? [];
  return fileEndings.has(ending.toLowerCase()) ? undefined : name;
}
