/** A part of a URL without its escapes; undefined if they are not valid. */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
