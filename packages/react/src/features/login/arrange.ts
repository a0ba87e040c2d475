import type { LoginMethod } from '../../flow/screens.js'

/** Most rows of the first screen before "More options". */
const mostRows = 3

/**
 * Which rows the first screen shows, and which are behind "More options": what the app says, else the first three, the one used
 * last among them. One row is never hidden: the button would take its place.
 */
export function arrange(
  rows: readonly LoginMethod[],
  { last, overflow }: { last: string | null; overflow: readonly LoginMethod[] | null },
): { shown: readonly LoginMethod[]; more: readonly LoginMethod[] } {
  if (overflow !== null) {
    const isMore = (method: LoginMethod) => overflow.includes(method) && method !== last
    return { shown: rows.filter((row) => !isMore(row)), more: rows.filter(isMore) }
  }
  const recent = rows.filter((method) => method === last)
  const ordered = [...recent, ...rows.filter((method) => method !== last)]
  const count = ordered.length <= mostRows + 1 ? ordered.length : mostRows
  return { shown: ordered.slice(0, count), more: ordered.slice(count) }
}
