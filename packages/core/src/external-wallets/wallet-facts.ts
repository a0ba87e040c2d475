const longestName = 64

/** A wallet's own name on one line, short enough to show and to store. */
export function cleanName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return [...line].slice(0, longestName).join('') || 'Wallet'
}

/** A wallet's own icon where it is an image in a data URI, as both standards ask; else null. */
export function cleanIcon(icon: unknown): string | null {
  return typeof icon === 'string' && /^data:image\/(svg\+xml|png|webp|gif|jpeg)[;,]/.test(icon)
    ? icon
    : null
}
