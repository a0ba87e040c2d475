import { sessions } from '@sallyport/core'
import { useMemo } from 'react'
import { useKit } from '../context.js'

/**
 * The user's open sessions, for a page of the app's own; the account sheet has a screen for them. All functions reject with
 * what the client throws.
 */
export function useSessions() {
  const { client } = useKit()
  return useMemo(
    () => ({
      /** The open sessions, the last used first. */
      listSessions: () => sessions.list(client),
      /** Logs another browser out; a user with a second factor is asked for it. */
      endSession: (sessionId: string) => sessions.end(client, { sessionId }),
      /** Logs all browsers but this one out; a user with a second factor is asked for it. */
      endOtherSessions: () => sessions.endOthers(client),
      /** What happened to the account, newest first, in pages. */
      listActivity: (page?: { cursor?: string; limit?: number }) => sessions.activity(client, page),
    }),
    [client],
  )
}
