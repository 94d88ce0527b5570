/** Longest parts of the source around a position that are read. */
const longestHere = 40;
const longestBefore = 48;
const longestTemplate = 200;

/** The source around a position that V8 recorded, recognised by its next and its preceding characters. */
export class SourceSite {
  /** The text from the position on. */
  readonly here: string;
  readonly #text: string;
  readonly #offset: number;
  #before: string | undefined;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
    this.here = text.slice(offset, offset + longestHere);
  }

  /** The text before it, without trailing space. */
  get before(): string {
    return (this.#before ??= this.#text.slice(Math.max(0, this.#offset - longestBefore), this.#offset).trimEnd());
  }

  /** Whether it is in a `${}` of a template, whose conversion and concatenation have no position of their own. */
  get isInTemplate(): boolean {
    const before = this.#text.slice(Math.max(0, this.#offset - longestTemplate), this.#offset);
    const start = before.lastIndexOf("${");
    return start >= 0 && isOpen(before, start + 2);
  }

  /** Whether a call here passes a spread. */
  get hasSpread(): boolean {
    const rest = this.#text.slice(this.#offset, this.#offset + longestTemplate);
    const end = rest.indexOf(";");
    return rest.slice(0, end < 0 ? rest.length : end).includes("...");
  }
}

/** Whether no brace is closed in a text from `from` on that was opened before. */
function isOpen(text: string, from: number): boolean {
  let depth = 0;
  for (let at = from; at < text.length && depth >= 0; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) depth += 1;
    else if (code === 125) depth -= 1;
  }
  return depth >= 0;
}

export type Reaches = (site: SourceSite) => boolean;

/** Words that a bracket follows which does not read an element. */
const beforeLiteral = /(?:^|[^\w$.])(?:return|typeof|case|in|of|instanceof|new|delete|void|throw|yield|await|else|do|default|extends)$/;
const value = /[\w$)\]"'`\u0080-\uFFFF]$|\?\.$/;

/** Whether what precedes a bracket is a value, so that the bracket reads or writes an element of it. */
function isElement(before: string): boolean {
  return value.test(before) && !beforeLiteral.test(before);
}

export const equality: Reaches = ({ here }) => /^(?:[=!]==?|case\b|switch\b)/.test(here);
export const order: Reaches = ({ here }) => /^[<>]=?(?![<>])/.test(here);
export const compare: Reaches = (site) => equality(site) || order(site);
const template: Reaches = ({ isInTemplate }) => isInTemplate;
export const add: Reaches = (site) => /^\+(?!\+)/.test(site.here) || template(site);
export const arithmetic: Reaches = ({ here, before }) =>
  /^(?:\+|-|\*|\/(?!\/)|%|&(?!&)|\|(?!\|)|\^|<<|>>|~)/.test(here) || /(?:\+\+|--|-|~)$/.test(before) || /^[\w$]+(?:\+\+|--)/.test(here);
export const named: Reaches = ({ here, before }) =>
  (before.endsWith(".") && !before.endsWith("...") && /^[\w$#\u0080-\uFFFF]/.test(here)) ||
  (/[{,]$/.test(before) && /^[\w$\u0080-\uFFFF]+\s*[,}=:]/.test(here));
export const keyed: Reaches = ({ here, before }) =>
  here.startsWith("[") ? isElement(before) : before.endsWith("[") && isElement(before.slice(0, -1).trimEnd());
export const global: Reaches = ({ here, before }) => /^[A-Za-z_$]/.test(here) && !before.endsWith(".");
export const assignment: Reaches = ({ here }) => /^(?:=(?![=>])|[-+*/%&|^]=|\*\*=|<<=|>>=|>>>=|&&=|\|\|=|\?\?=|\+\+|--)/.test(here);
/** What `++x` changes; "" after the name, as in `x++`. */
function prefixed({ here, before }: SourceSite): string {
  return value.test(before) ? "" : (/^(?:\+\+|--)([^;,)]*)/.exec(here)?.[1] ?? "");
}
/** Assignments to a property by its name, to an element, and to a variable. */
export const namedAssignment: Reaches = (site) =>
  assignment(site) &&
  (/(?:\.\s*#?[\w$\u0080-\uFFFF]+|^[\w$\u0080-\uFFFF]{32,})$/.test(site.before) || /\.\s*#?[\w$]+$/.test(prefixed(site)));
export const keyedAssignment: Reaches = (site) => assignment(site) && (site.before.endsWith("]") || prefixed(site).endsWith("]"));
export const variableAssignment: Reaches = (site) => assignment(site) && !namedAssignment(site) && !keyedAssignment(site);
export const literal: Reaches = ({ here, before }) => /^(?:\{|\/(?![/*])|`)/.test(here) || (here.startsWith("[") && !isElement(before));
/** An array literal with elements. */
export const filledArray: Reaches = ({ here, before }) => /^\[\s*[^\]\s]/.test(here) && !isElement(before);
export const spread: Reaches = ({ before }) => /\.{3}[\w$#.[\]?!]*$/.test(before);
export const closure: Reaches = ({ here }) => /^(?:function\b|async\b|class\b|\(|[\w$]+\s*=>|get\b|set\b|\*)/.test(here);
export const construct: Reaches = ({ here }) => /^(?:new|super|construct)\b/.test(here);
export const call: Reaches = ({ here }) =>
  /^(?:(?!(?:for|while|if|switch|return|case|in|of|typeof|catch)\b)[\w$#]+\s*(?:\?\.)?\s*\(|\(|`|[\w$]+\s*`|super\b)/.test(here);
export const spreadCall: Reaches = (site) => (call(site) || construct(site)) && site.hasSpread;
export const loop: Reaches = ({ here, before }) => /^(?:for\b(?!.*;)|[^;(){}=]*\bof\b)/.test(here) || /\bof$/.test(before);
export const iteration: Reaches = (site) =>
  loop(site) || spread(site) || /^(?:yield|await)\b/.test(site.here) || (site.here.startsWith("[") && !isElement(site.before));

export function either(...some: readonly Reaches[]): Reaches {
  return (site) => some.some((one) => one(site));
}

export function word(...words: readonly string[]): Reaches {
  const pattern = new RegExp(`^(?:${words.join("|")})\\b`);
  return ({ here }) => pattern.test(here);
}
