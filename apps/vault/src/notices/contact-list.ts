/** Whom the vault tells of what happens to a user's wallet. */
export interface ContactList {
  /** As the app is called, for the texts. */
  appName: string
  /** The user's email addresses. */
  current: readonly string[]
  /** Addresses that the API has taken off the list: they are told for a while all the same. */
  former: readonly FormerContact[]
}

interface FormerContact {
  address: string
  untilMs: number
}

/** What the API says the addresses are. */
export interface NewContacts {
  appName: string
  emails: readonly string[]
}

/** How long an address that was taken off the list is told. */
export const formerMs = 7 * 86_400_000
/** Former addresses of one user. Above it the list cannot be changed, so that none is pushed out early. */
const mostFormer = 10

/** What a change makes of a list. */
interface ContactChange {
  list: ContactList
  /** Addresses that were taken off the list by this change. */
  removed: readonly string[]
}

/**
 * The list after the API has named the user's addresses. An address that is missing in it goes on being told for seven days:
 * code in the API that replaces the addresses before a recovery does not keep it from the user (P6).
 *
 * @returns the time until which the list stays as it is, when it was changed too often.
 */
export function changeContacts(
  before: ContactList | undefined,
  { appName, emails }: NewContacts,
  nowMs: number,
): ContactChange | { fullUntilMs: number } {
  const current = [...new Set(emails)]
  const removed = (before?.current ?? []).filter((address) => !current.includes(address))
  const kept = (before?.former ?? []).filter(
    ({ address, untilMs }) => untilMs > nowMs && !current.includes(address),
  )
  const added = removed.map((address) => ({ address, untilMs: nowMs + formerMs }))
  const former = [...kept, ...added]
  if (added.length > 0 && former.length > mostFormer) {
    return { fullUntilMs: Math.min(...former.map(({ untilMs }) => untilMs)) }
  }
  return { list: { appName, current, former }, removed }
}

/** Every address that is told now. */
export function addressesOf(list: ContactList, nowMs: number): string[] {
  const former = list.former.filter(({ untilMs }) => untilMs > nowMs)
  return [...new Set([...list.current, ...former.map(({ address }) => address)])]
}
