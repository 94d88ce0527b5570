/** A text for XML and HTML, in elements and in quoted attributes. XML cannot contain control characters, which names from code may have. */
export function escapedXml(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) return " ";
    return code < 127 && "<>&\"'".includes(char) ? `&#${code};` : char;
  }).join("");
}
