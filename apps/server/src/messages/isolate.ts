/**
 * Isolates a name that is inserted into a sentence, so that neither changes in which direction the other is read. What could end the isolate is
 * left out of the name.
 *
 * @see Unicode Standard Annex #9, 2.1 and 2.2: FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE.
 */
export function isolate(name: string): string {
  return `\u2068${name.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069`
}
