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
  // Node's parser of HTTP and its TLS have a code for each failure.
  const kind = String(code)
    .replace(/^HPE_.*/s, "HPE")
    .replace(/^ERR_SSL_.*/s, "EPROTO");
  const key = `system.${kind}`;
  return Object.hasOwn(commonEnglish, key) ? { code: key as CommonText["code"] } : undefined;
}
