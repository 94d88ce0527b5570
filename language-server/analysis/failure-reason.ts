import { commonEnglish } from "../texts/bundles/common/en.ts";
import type { CodedText, CommonText, TextValue } from "../texts/coded-text.ts";

/** Why something failed, for `{reason}` in a text: our own words where there are some, else what the system or another program said. */
export function reasonOf(error: unknown): TextValue {
  if (!(error instanceof Error)) return String(error);
  if ("coded" in error) return error.coded as CodedText;
  return systemReason("code" in error ? error.code : undefined) ?? error.message;
}

/** What an error code of the system means (`ENOENT`); the code itself where it has no text. */
export function reasonOfCode(code: string): string | CommonText {
  return systemReason(code) ?? code;
}

function systemReason(code: unknown): CommonText | undefined {
  const key = `system.${kindOfCode(String(code))}`;
  return isSystemCode(key) ? { code: key } : undefined;
}

/** Node's parser of HTTP and its TLS have a code for each failure. */
function kindOfCode(code: string): string {
  if (code.startsWith("HPE_")) return "HPE";
  return code.startsWith("ERR_SSL_") ? "EPROTO" : code;
}

function isSystemCode(key: string): key is CommonText["code"] {
  return Object.hasOwn(commonEnglish, key);
}
