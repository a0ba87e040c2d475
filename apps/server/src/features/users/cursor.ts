import { ApiError } from '@sallyport/contract'
import type { UserCursor } from '../../db/find-users.js'
import type { UserRecord } from '../../identity/user.js'

/** The cursor after `user`, as text that clients send back. */
export function writeCursor({ created_at, id }: UserRecord): string {
  return Buffer.from(`${created_at}\n${id}`).toString('base64url')
}

/** @throws ApiError `invalid_data` for a text that `writeCursor` did not make (INP-08). */
export function readCursor(text: string | null | undefined): UserCursor | undefined {
  // The newest client sends an empty cursor for the first page.
  if (!text) return undefined
  const match = /^(\d{1,15})\n([A-Za-z0-9_-]{1,64})$/.exec(
    Buffer.from(text, 'base64url').toString('utf8'),
  )
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new ApiError('invalid_data', { message: 'Query cursor is not one of this server.' })
  }
  return { createdAtMs: Number(match[1]), id: match[2] }
}
