import type { denylistTypes } from '@sallyport/contract'

/** What an entry of a list names. */
export type EntryType = (typeof denylistTypes)[number]
/** An entry of the allow or deny list. */
export interface Entry {
  type: EntryType
  value: string
}

/* The first that fits counts. The server checks the value itself. */
const shapes: readonly [EntryType, RegExp][] = [
  ['did', /^did:\S+$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['emailDomain', /^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i],
  ['phone', /^\+[\d ().-]{6,}$/],
  ['wallet', /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i],
]

/** Reads pasted text, one entry a line; commas separate as well. `unread` are lines of no known form. */
export function readEntries(text: string): { entries: Entry[]; unread: string[] } {
  const entries: Entry[] = []
  const unread: string[] = []
  for (const line of new Set(text.split(/[\n,;]/).map((each) => each.trim()))) {
    if (line === '') continue
    const type = shapes.find(([, shape]) => shape.test(line))?.[0]
    if (type === undefined) unread.push(line)
    else entries.push({ type, value: type === 'emailDomain' ? line.replace(/^@/, '') : line })
  }
  return { entries, unread }
}
