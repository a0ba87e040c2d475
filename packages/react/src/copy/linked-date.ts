import type { Account } from '@sallyport/core'

/** When an account was linked, in words; null where it was not recorded, which the server says as the year 1970. */
export function linkedDate(account: Account, locale: string): string | null {
  const at = account.firstVerifiedAt ?? account.verifiedAt
  if (!(at.getTime() > 0)) return null
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)
}
