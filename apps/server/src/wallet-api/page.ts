import { ApiError } from '@sallyport/contract'

/** Where a list of the wallet API goes on. */
interface PageCursor {
  createdAtMs: number
  id: string
}

/** @throws ApiError `invalid_data` for a text that `toPage` did not make. */
export function readCursor(text: string | undefined): PageCursor | undefined {
  if (!text) return undefined
  const match = /^(\d{1,15})\n([a-z0-9]{24})$/.exec(Buffer.from(text, 'base64url').toString('utf8'))
  if (match?.[1] === undefined || match[2] === undefined)
    throw new ApiError('invalid_data', { message: 'Query cursor is not one of this server.' })
  return { createdAtMs: Number(match[1]), id: match[2] }
}

/** A page out of one record more than it holds. A page without records has no cursor: clients would stop there. */
export function toPage<R>(
  found: readonly R[],
  { limit, cursorOf }: { limit: number; cursorOf: (record: R) => PageCursor },
): { data: R[]; next_cursor: string | null } {
  const data = found.slice(0, limit)
  const last = data.at(-1)
  if (found.length <= limit || last === undefined) return { data, next_cursor: null }
  const { createdAtMs, id } = cursorOf(last)
  return { data, next_cursor: Buffer.from(`${createdAtMs}\n${id}`).toString('base64url') }
}
