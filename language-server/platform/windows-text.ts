/** Decodes what a Windows tool printed to a pipe: UTF-8, or UTF-16 with a byte order mark, as wmic writes it. */
export function windowsText(output: Buffer): string {
  return output[0] === 0xff && output[1] === 0xfe ? output.toString("utf16le", 2) : output.toString("utf8");
}
