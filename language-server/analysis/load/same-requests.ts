import { maskedArguments } from "../masking/masked-arguments.ts";
import { maskedLabel } from "../masking/masked-load.ts";
import { maskedText } from "../masking/masked-text.ts";
import { commandWords } from "./load-command.ts";
import { type LoadPlan, type LoadRequest, weightOf } from "./load.ts";
import { headersByEyes } from "./secret-arguments.ts";

/**
 * Texts that are equal for plans with the same requests, and for those with the same setup requests ("" without any): without secrets,
 * ports of this machine, and the order in which requests are mixed.
 */
export function requestTexts({ tool, command, requests, setup }: LoadPlan): { readonly requests: string; readonly setup: string } {
  const mixed = requests.map((request) => `${weightOf(request)} ${requestText(request)}`).toSorted();
  const words = tool === "command" ? maskedArguments(commandWords(command ?? "", { url: "", connections: 1, duration: 1 }, "linux")) : [];
  return {
    requests: JSON.stringify([...words.map(withoutPort), ...mixed]),
    setup: setup.length === 0 ? "" : JSON.stringify(setup.map(requestText)),
  };
}

function requestText(request: LoadRequest): string {
  const { secret, open } = headersByEyes(request);
  const headers = Object.entries(open).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const names = Object.keys(secret).map((name) => `${name.toLowerCase()}: `);
  const { method, path, body, bodyFile = "" } = request;
  const below = path.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/*/, "/");
  return JSON.stringify([method, maskedLabel(below), [...headers, ...names].toSorted(), maskedText(body), bodyFile]);
}

function withoutPort(word: string): string {
  return word.replaceAll(/((?:\/\/|^)(?:localhost|127(?:\.\d+){3}|\[::1\])):\d{1,5}(?!\d)/gi, "$1");
}
