/** A form of a page that asks for a password. */
export interface LoginForm {
  readonly method: "GET" | "POST";
  /** As the page writes it; "" for the page's own address. */
  readonly action: string;
  /** Name of the field before the password's; "" if there is none. */
  readonly user: string;
  readonly password: string;
  /** Names of the fields that the page itself has filled in, such as a CSRF token's. */
  readonly hidden: readonly string[];
}

type Attributes = ReadonlyMap<string, string>;

const wanted = new Set(["form", "/form", "input", "meta"]);
/** What is between their tags is no part of the page. */
const hiding = new Set(["script", "style", "template", "textarea", "title"]);
const tagName = /\/?[a-z][a-z\d]*/y;
const attribute = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** What a person types or chooses. */
const typed = /^(?:text|email|tel|url|number|search|)$/i;

interface Tag {
  readonly name: string;
  readonly attributes: Attributes;
}

/** The first form with one password field; with two it is for signing up, or for changing it. Undefined if the page has none. */
export function loginForm(page: string): LoginForm | undefined {
  const tags = tagsOf(page);
  for (const fields of formsOf(tags)) {
    const passwords = fields.filter((each) => typeOf(each) === "password");
    const [password] = passwords;
    if (password === undefined || passwords.length > 1) continue;
    const form = fields.find(({ name }) => name === "form");
    const named = fields.filter((each) => nameOf(each) !== "");
    const before = named.slice(0, named.indexOf(password)).filter((each) => each.name === "input" && typed.test(typeOf(each)));
    return {
      method: form?.attributes.get("method")?.toLowerCase() === "post" || form === undefined ? "POST" : "GET",
      action: form?.attributes.get("action")?.trim() ?? "",
      user: nameOf(before.at(-1)),
      password: nameOf(password),
      hidden: named.filter((each) => typeOf(each) === "hidden").map(nameOf),
    };
  }
  return undefined;
}

/** Values of the page's form fields and `meta` elements, by their names; the first of a name. */
export function fieldsOf(page: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const each of tagsOf(page)) {
    const value = each.attributes.get(each.name === "meta" ? "content" : "value") ?? "";
    if ((each.name === "input" || each.name === "meta") && nameOf(each) !== "" && !found.has(nameOf(each))) found.set(nameOf(each), value);
  }
  return found;
}

/** The tags of each form, its own first; those outside of all forms, which scripts may send, are the last. */
function formsOf(tags: readonly Tag[]): readonly (readonly Tag[])[] {
  const forms: Tag[][] = [];
  const outside: Tag[] = [];
  let open: Tag[] | undefined;
  for (const each of tags) {
    if (each.name === "form") forms.push((open = [each]));
    else if (each.name === "/form") open = undefined;
    else (open ?? outside).push(each);
  }
  return [...forms, outside];
}

/** In one pass: whatever is not closed ends the page. */
function tagsOf(page: string): readonly Tag[] {
  const small = page.toLowerCase();
  const found: Tag[] = [];
  for (let at = small.indexOf("<"); at >= 0; at = small.indexOf("<", at)) {
    if (small.startsWith("<!--", at)) {
      at = small.indexOf("-->", at + 4);
      if (at < 0) break;
      continue;
    }
    const name = nameAt(small, at + 1);
    const end = name === "" ? at + 1 : endOfTag(page, at);
    if (end < 0) break;
    if (wanted.has(name)) found.push({ name, attributes: attributesOf(page.slice(at + 1 + name.length, end)) });
    at = hiding.has(name) ? small.indexOf(`</${name}`, end) : end;
    if (at < 0) break;
  }
  return found;
}

function nameAt(small: string, at: number): string {
  tagName.lastIndex = at;
  return tagName.exec(small)?.[0] ?? "";
}

/** Index of its `>`; -1 if it has none. */
function endOfTag(page: string, start: number): number {
  let quote = "";
  for (let at = start; at < page.length; at += 1) {
    const sign = page[at] ?? "";
    if (quote === "" && sign === ">") return at;
    if (quote === "" && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = "";
  }
  return -1;
}

function attributesOf(text: string): Attributes {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(attribute))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ""));
  return found;
}

function typeOf({ attributes }: Tag): string {
  return (attributes.get("type") ?? "").toLowerCase();
}

function nameOf(field: Tag | undefined): string {
  return field?.attributes.get("name") ?? "";
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
