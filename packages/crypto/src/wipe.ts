/**
 * Overwrites every given array with zeros; `undefined` and `null` are skipped, so it can stand in any `finally`.
 *
 * @remarks Best effort: an engine may have moved or copied the bytes before (security.md 2.15).
 */
export function wipe(...secrets: readonly (Uint8Array | null | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
