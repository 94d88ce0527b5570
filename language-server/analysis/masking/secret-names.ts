import { wordSet } from "../collections.ts";

/**
 * How a name says that its value is secret, which decides what values are harmless nevertheless (`secret-values.ts`): `--max-tokens 5` counts,
 * `--ssl-key server.pem` names a file, `--auth none` a method, `--user me` nobody's password.
 */
export type SecretKind = "secret" | "file" | "several" | "method" | "login" | "folder" | "source";

/** Last words of names, such as those of `--db-password`, `clientSecret` and `X-Amz-Signature`. */
const lastWords: Readonly<Record<string, SecretKind>> = {
  ...kind("secret", "password passwd passphrase passcode pass pw pswd psw secret token jwt bearer authorization"),
  ...kind("secret", "otp totp pin pincode cvv cvc sas passkey mnemonic pat"),
  ...kind("secret", "phpsessid jsessionid sessid sessionid"),
  ...kind("secret", "dbpass userpass storepass keypass sshpass adminpass rootpass smtppass mailpass ftppass proxypass mypass pgpass"),
  ...kind("file", "credential sig signature cookie licensekey sshkey masterkey"),
  ...kind("several", "passwords tokens secrets apikeys credentials creds cookies"),
  ...kind("method", "auth authentication"),
  ...kind("login", "user username login userpwd"),
  ...kind("folder", "pwd"),
  ...kind("source", "passin passout"),
};

/** Ends of words that are written as one: `dbpassword`, `authtoken`, `clientsecret`. */
const wordEnds =
  /(?:password|passwd|passphrase|passcode|pw|secret|token|(?:api|access|secret|private|auth|account|signing|encryption)key|authorization)$/;
const folderEnds = /pwd$/;

/** The last two words, or three. */
const lastPairs = new Set([
  "session id",
  "secret id",
  "connect sid",
  ..."seed recovery secret backup".split(" ").map((word) => `${word} phrase`),
  ..."auth authorization verification mfa 2fa otp totp login sms access security recovery device pairing backup pass pin"
    .split(" ")
    .map((word) => `${word} code`),
]);

/** Of `… key`: what a key is named by that lets nobody in. */
const openKeys = wordSet(
  "public pub sort primary foreign partition row cache group index unique shortcut hot meta map lookup route routing join hash range shard " +
    "idempotency dedupe message event config json data order name host translation i18n locale object storage bucket s3 blob surrogate " +
    "websocket arrow press any escape esc enter modifier sorting composite natural candidate merge deduplication dictionary dict " +
    "query search state react item field column property prop attribute tag trigger function file registry issue project jira entity record " +
    "exclude include ignore filter pick omit allow deny redact mask hide log select only skip no num max min",
);

/** Of `… key`: what is itself the secret, and not the name of its file. */
const ownKeys = wordSet(
  "api access secret account shared master subscription service license auth app application signing encryption admin",
);

/** In a query, where a name needs no more than a word. */
const queryWords = wordSet("key code session sid ticket assertion verifier hmac samlresponse samlrequest");

/** Say how a value is written. */
const formWords = wordSet("value raw plain plaintext string base64 b64 hex encoded");

/** An option that begins so has no value: `--no-auth`, `--ask-password`. */
const switchWords = wordSet(
  "no enable disable require use skip allow with without has is show hide print ask prompt check generate rotate ignore mask redact needs",
);

/** Before a plural, and before a number. */
const countWords = wordSet("max min num n count total per first last avg limit");

const longestName = 200;

/** A part of every name that is not harmless: most names are recognised without taking them apart. */
const stems =
  /pass|ph|pw|psw|secret|token|jwt|bear|auth|otp|pin|cv|sas|mnem|pat|sess|cred|sig|cook|key|user|login|code|sid|tick|asser|verif|hmac|saml/i;

/** The kind of secret that the value of an option, variable, field or header with this name is; undefined for a harmless name. */
export function secretKind(name: string): SecretKind | undefined {
  if (!stems.test(name)) return undefined;
  const words = wordsOf(name);
  const [last = "", before = ""] = [words.at(-1), words.at(-2)];
  if (last === "tokens" && countWords.has(before)) return undefined;
  const known = Object.hasOwn(lastWords, last) ? lastWords[last] : undefined;
  if (known !== undefined) return known;
  if (wordEnds.test(last)) return "secret";
  if (folderEnds.test(last)) return "folder";
  if (lastPairs.has(`${before} ${last}`)) return "secret";
  if (`${words.at(-3) ?? ""} ${before} ${last}` === "access key id") return "secret";
  const isKey = last === "key" || last === "keys";
  if (!isKey || before.length < 2 || openKeys.has(before)) return undefined;
  return last === "key" && ownKeys.has(before) ? "secret" : "file";
}

/** The same for a parameter of a URL. */
export function secretQueryKind(name: string): SecretKind | undefined {
  if (!stems.test(name)) return undefined;
  const words = wordsOf(name);
  const found = secretKind(name);
  if (found !== undefined && found !== "login") return found === "file" || found === "folder" ? "secret" : found;
  return words.length === 1 && queryWords.has(words[0] ?? "") ? "secret" : undefined;
}

/** Whether an HTTP header lets others in: authorization, cookies, x-api-key, x-csrf-token. */
export function isSecretHeader(name: string): boolean {
  const found = secretKind(name);
  return found !== undefined && found !== "login" && found !== "folder";
}

/** Whether an option with this name has no value of its own. */
export function isSwitch(name: string): boolean {
  return switchWords.has(wordsOf(name)[0] ?? "");
}

/** Whether a number is what an option with this name counts. */
export function countsSomething(name: string): boolean {
  const words = wordsOf(name);
  return countWords.has(words.at(-2) ?? "");
}

/** `--dbPassword_2` → db, password. */
function wordsOf(name: string): readonly string[] {
  const words = name
    .slice(-longestName)
    .replaceAll(/([a-z\d])(?=[A-Z])/g, "$1 ")
    .replaceAll(/([A-Z])(?=[A-Z][a-z])/g, "$1 ")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "" && !/^\d+$/.test(word));
  while (words.length > 1 && formWords.has(words.at(-1) ?? "")) words.pop();
  const last = words.pop();
  return last === undefined ? [] : [...words, last.replace(/([a-z])\d+$/, "$1")];
}

function kind(of: SecretKind, words: string): Readonly<Record<string, SecretKind>> {
  return Object.fromEntries(words.split(" ").map((word) => [word, of]));
}
