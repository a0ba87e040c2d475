import type { Session } from '@sallyport/contract'
import type { GrantedSession } from './wallet-grant.js'

/** How a session answer came about. Only a login gives the browser a wallet grant; a refresh prolongs one. */
export type SessionOrigin = 'login' | 'refresh' | 'fork'

/** Which session an answer is of, for `mount`; it never reaches the wire, because answers are stripped to their schema. */
interface OpenedSession extends GrantedSession {
  by: SessionOrigin
}

const opened = Symbol('opened session')

/** `answer` with a note of its session, which a spread keeps. */
export function noteOpened(answer: Session, session: OpenedSession): Session {
  return Object.assign({ ...answer }, { [opened]: session })
}

/** The note of `noteOpened`; undefined for any other answer. */
export function openedSession(answer: unknown): OpenedSession | undefined {
  // Only `noteOpened` has the symbol.
  return (Object(answer) as { [opened]?: OpenedSession })[opened]
}
