import { maskedFields } from "./masked-json.ts";
import { connectionParts, isLogin, maskedHeader, maskedForms, maskedSchemes, settled } from "./masked-text.ts";
import { containers, interpreters, programName, programs, shells, type ShortValue, starters } from "./program-options.ts";
import { isSecretHeader, isSwitch, secretKind, type SecretKind } from "./secret-names.ts";
import { isNumber, isPath, isReference, mask, maskedLogin, maskedValue } from "./secret-values.ts";
import { shellPieces } from "./shell-words.ts";
import { maskedTokens } from "./token-shapes.ts";

/** Whether a text is the path of a file that exists. */
export type IsFile = (text: string) => boolean;

const noFile: IsFile = () => false;

/** Command lines within command lines: `sh -c "sh -c '…'"`. */
const deepest = 4;

/**
 * A command line as it may be kept: what its program, its options, variables and URLs say is secret is masked, as are tokens that are known by
 * their shape. Masking again changes nothing.
 */
export function maskedArguments(args: readonly string[], isFile: IsFile = noFile): readonly string[] {
  return settled(args, (now) => {
    const masker = new CommandMasker(isFile, 0);
    return now.map((arg) => masker.next(maskedTokens(arg)));
  });
}

/** The same for a command line that is one text, as a shell or a list of processes has it. */
export function maskedCommandLine(line: string, isFile: IsFile = noFile): string {
  return settled([line], ([now = ""]) => [maskedLine(maskedTokens(now), isFile, 0)])[0] ?? "";
}

function maskedLine(line: string, isFile: IsFile, depth: number): string {
  let masker = new CommandMasker(isFile, depth);
  return shellPieces(maskedFields(line))
    .map((piece) => {
      if (piece.kind === "between") {
        if (piece.endsCommand) masker = new CommandMasker(isFile, depth);
        return piece.text;
      }
      const { text, content } = piece;
      if (isReference(content.slice(content.indexOf("=") + 1))) {
        masker.next(mask);
        return text;
      }
      const shown = masker.next(content);
      if (shown === content) return text;
      const quote = /^(["']).*\1$/s.test(text) && content === text.slice(1, -1) ? text.slice(0, 1) : "";
      return quote !== "" || !/\s/.test(shown) ? quote + shown + quote : `'${shown}'`;
    })
    .join("");
}

/** What the word after an option or a header's name is. */
type Expected =
  | { readonly kind: "named"; readonly of: SecretKind; readonly name: string }
  | { readonly kind: "short"; readonly value: ShortValue }
  | { readonly kind: "header" | "prose" | "credentials" | "line" };

/** Texts that people read: what they say of passwords is none. */
const proseOptions = /^(?:-[tgm]|--(?:grep|test-?name-?pattern|title|message|description|name|filter|pattern|reporter))$/i;
const headerAlone = /^[A-Za-z][\w-]{0,100}:$/;
const headerOptions = /^(?:-H|--(?:proxy-)?headers?)$/;
const lineOptions = /^(?:-[a-z]*c|\/[ck]|-command|--command|--exec|--shell)$/i;
const schemes = /^(?:bearer|basic|token|apikey|digest|negotiate)$/i;

/** The words of one command, in order. */
class CommandMasker {
  readonly #isFile: IsFile;
  readonly #depth: number;
  #program = "";
  /** Whether the program that is run is still to come. */
  #isBefore: "next" | "anywhere" | undefined = "next";
  #isInContainer = false;
  #isShell = false;
  #expected: Expected | undefined;
  #last = "";

  constructor(isFile: IsFile, depth: number) {
    this.#isFile = isFile;
    this.#depth = depth;
  }

  next(word: string): string {
    const [expected, before] = [this.#expected, this.#last];
    this.#expected = undefined;
    this.#last = word;
    if (word === "&&" || word === "&" || word === "||") {
      this.#program = "";
      this.#isBefore = "next";
      return word;
    }
    if (this.#isShell && lineOptions.test(word)) return this.#before(word, { kind: "line" });
    if (expected !== undefined && !/^--?[A-Za-z]/.test(word)) return this.#value(word, expected);
    return this.#shortOption(word) ?? this.#assignment(word, 0) ?? this.#option(word) ?? this.#positional(word, before);
  }

  #value(word: string, expected: Expected): string {
    switch (expected.kind) {
      case "named":
        if (expected.of === "login" && this.#isInContainer) return word;
        if (schemes.test(word) && (expected.of === "method" || /authorization$/i.test(expected.name))) {
          this.#expected = { kind: "credentials" };
          return expected.of === "method" ? word : mask;
        }
        return expected.of === "login" ? this.#login(word, expected.name, 0) : maskedValue(word, expected.of, expected.name);
      case "short":
        return this.#short(word, expected.value);
      case "header":
        if (headerAlone.test(word)) return this.#positional(word, "");
        return maskedForms(maskedHeader(word));
      case "prose":
        return word;
      case "line":
        return this.#depth < deepest ? maskedLine(word, this.#isFile, this.#depth + 1) : maskedForms(word);
      case "credentials":
        if (schemes.test(word)) this.#expected = expected;
        return schemes.test(word) || word.startsWith("*") ? word : mask;
    }
  }

  /** Keeps a word that says what the next one is. */
  #before(word: string, expected: Expected): string {
    this.#expected = expected;
    return word;
  }

  /** An option of a program that is known to take a secret there. */
  #shortOption(word: string): string | undefined {
    const found = programs.get(this.#program);
    if (found === undefined || !/^-[A-Za-z]/.test(word)) return undefined;
    for (const [name, value] of Object.entries(found.options)) {
      const isBundled = value === "login" && found.isAttached && /^-[A-Za-z]{2,6}$/.test(word) && word.endsWith(name);
      if (word === `-${name}` || isBundled) return this.#before(word, { kind: "short", value });
      if (found.isAttached && word.startsWith(`-${name}`)) {
        const rest = word.slice(1 + name.length);
        return `-${name}${this.#short(rest, value)}`;
      }
    }
    return undefined;
  }

  #short(value: string, kind: ShortValue): string {
    switch (kind) {
      case "secret":
        return value.startsWith("*") || isNumber(value) || isPath(value) || this.#isFile(value) ? value : mask;
      case "login":
        return maskedLogin(value) ?? value;
      case "percent":
        return value.replace(/%.+$/s, `%${mask}`);
      case "comma":
        return value.replace(/,.+$/s, `,${mask}`);
      case "cookie":
        return value.includes("=") ? mask : value;
    }
  }

  /** `--name=value`, `NAME=value`, also one within another: `--env=NAME=value`. */
  #assignment(word: string, depth: number): string | undefined {
    const equals = word.indexOf("=");
    const written = word.slice(0, Math.max(0, equals));
    if (!/^[\w.$:@/+-]{1,200}$/.test(written) || written.includes("://")) return undefined;
    const value = word.slice(equals + 1);
    const kind = secretKind(written) ?? secretKind(written.replace(/^-[DPXe](?=[a-z])/, ""));
    if (kind === "login" && this.#isInContainer) return word;
    if (kind === "login") return `${written}=${this.#login(value, written, depth)}`;
    if (kind !== undefined) return `${written}=${maskedValue(value, kind, written)}`;
    if (headerOptions.test(written) && headerAlone.test(value)) this.#expected = { kind: "credentials" };
    if (headerOptions.test(written)) return `${written}=${maskedForms(maskedHeader(value))}`;
    if (proseOptions.test(written)) return `${written}=${value}`;
    if (connectionParts(word) !== undefined) return maskedForms(word);
    if (depth < deepest) return `${written}=${this.#assignment(value, depth + 1) ?? this.#text(value, `${written}=`)}`;
    return maskedForms(word);
  }

  /** `me:password`, or `me&password=…`: what follows a name has names of its own. */
  #login(value: string, name: string, depth: number): string {
    const [first = "", ...others] = value.split(/([&;,\s]+)/);
    if (depth >= deepest || !others.some((part) => part.includes("="))) return maskedValue(value, "login", name);
    return maskedValue(first, "login", name) + others.map((part) => this.#assignment(part, depth + 1) ?? part).join("");
  }

  #option(word: string): string | undefined {
    if (!/^(?:--[A-Za-z\d]|-[A-Za-z])[\w.:-]{0,200}$/.test(word)) return undefined;
    const of = secretKind(word);
    if (headerOptions.test(word)) this.#expected = { kind: "header" };
    else if (proseOptions.test(word)) this.#expected = { kind: "prose" };
    else if (of !== undefined && !isSwitch(word)) this.#expected = { kind: "named", of, name: word };
    return word;
  }

  #positional(word: string, before: string): string {
    if (this.#isBefore !== undefined && !before.startsWith("--")) this.#find(programName(word));
    if (/^(?:proxy-)?authorization:(?:bearer|basic|token|apikey)$/i.test(word)) return this.#before(word, { kind: "credentials" });
    // `npm config set //registry/:_authToken abc`, `aws configure set aws_secret_access_key abc`.
    const set = before === "set" && !word.includes("=") ? secretKind(word) : undefined;
    if (set !== undefined) return this.#before(word, { kind: "named", of: set, name: word });
    const [, windowsName = ""] = /^\/([A-Za-z][\w-]{0,60}):(?=.)/.exec(word) ?? [];
    const ofWindows = secretKind(windowsName);
    if (ofWindows !== undefined) return `/${windowsName}:${maskedValue(word.slice(windowsName.length + 2), ofWindows, windowsName)}`;
    if (headerAlone.test(word) && /^authorization:|^cookie:|-/i.test(word) && isSecretHeader(word))
      return this.#before(word, { kind: "credentials" });
    if (/^-H\S/.test(word)) return `-H${maskedForms(maskedHeader(word.slice(2)))}`;
    return this.#text(word, "");
  }

  /** `lead`: what the text stands behind. */
  #text(text: string, lead: string): string {
    const isLine = /\S\s+\S/.test(text) && !/^\s*(?:[[{<]|[\w.-]+\s*[:=])/.test(lead + text) && !isLogin(text);
    if (!isLine || this.#depth >= deepest || connectionParts(text) !== undefined) return maskedForms(text);
    return maskedSchemes(maskedLine(text, this.#isFile, this.#depth + 1));
  }

  #find(program: string): void {
    if (containers.has(program)) this.#isInContainer = true;
    if (programs.has(program)) {
      this.#program = program;
      this.#isBefore = undefined;
    } else if (starters.has(program)) this.#isBefore = "anywhere";
    else if (interpreters.has(program)) this.#isBefore = "next";
    else if (this.#isBefore === "next") this.#isBefore = undefined;
    this.#isShell ||= shells.has(program);
  }
}
