import type { LoggedIn } from './screens.js'

/** Where the login of a page stands. It is complete by being idle again. */
export type LoginState =
  | { at: 'idle' }
  /** The screens are shown, and nothing is proven yet. */
  | { at: 'open' }
  /** The server has accepted the login that the screens go on with. */
  | { at: 'accepted'; login: LoggedIn }
  /** What an accepted login still owes is dealt with; `asking` while a screen asks for the terms. */
  | { at: 'owing'; asking: boolean }

/** What happens to a login. */
export interface LoginEvents {
  opened: object
  /** The server has accepted a login; by a screen, or by a hook of the app, which finishes it without them. */
  accepted: { login: LoggedIn; by: 'screen' | 'hook' }
  /** The screens reached their goal. */
  ended: { login: LoggedIn }
  /** The screens were closed; `user` is the id of who is logged in. */
  closed: { error: unknown; user: string | null }
  /** A screen asks for what is owed. */
  asked: object
  /** Everything owed was dealt with. */
  settled: { login: LoggedIn }
  /** What is owed was refused. */
  failed: object
}

/** What follows an event. */
export type LoginEffect =
  /** End screens that are open for another login, and deal with what this one owes. */
  | { effect: 'finish'; login: LoggedIn }
  /** Tell the app. Without a method nothing was proven: the user was logged in already. */
  | { effect: 'complete'; login: LoggedIn }
  | { effect: 'fail'; error: unknown }

type Next = [LoginState, LoginEffect?]
type Rows = {
  [S in LoginState['at']]: {
    [E in keyof LoginEvents]?: (
      given: LoginEvents[E],
      state: Extract<LoginState, { at: S }>,
    ) => Next
  }
}

const idle: LoginState = { at: 'idle' }
const complete = (login: LoggedIn): LoginEffect => ({ effect: 'complete', login })
const finish = (login: LoggedIn): Next => [
  { at: 'owing', asking: false },
  { effect: 'finish', login },
]

/** What happens in the same way before and after a screen's login was accepted. */
const shown = {
  // A login by a hook leaves the screens nothing to do.
  accepted: ({ login, by }: LoginEvents['accepted']): Next =>
    by === 'screen' ? [{ at: 'accepted', login }] : finish(login),
  ended: ({ login }: LoginEvents['ended']): Next => [idle, complete(login)],
  settled: ({ login }: LoginEvents['settled'], state: LoginState): Next => [state, complete(login)],
}

/** For each state, where each event leads; an event that is missing changes nothing. */
const rows: Rows = {
  idle: {
    opened: () => [{ at: 'open' }],
    // The screen was closed while the server checked, or there was none.
    accepted: ({ login }) => finish(login),
    // The second of two logins by a hook.
    settled: ({ login }) => [idle, complete(login)],
  },
  open: {
    ...shown,
    closed: ({ error }) => [idle, { effect: 'fail', error }],
  },
  accepted: {
    ...shown,
    // Closing the screens of a login that the server has accepted does not undo it.
    closed: ({ error, user }, { login }) =>
      login.user.id === user ? finish(login) : [idle, { effect: 'fail', error }],
  },
  owing: {
    opened: () => [{ at: 'open' }],
    asked: () => [{ at: 'owing', asking: true }],
    // A login that expired while the terms were asked for: the same screens go on with the new one.
    accepted: ({ login, by }, state) => (by === 'screen' && state.asking ? [state] : finish(login)),
    settled: ({ login }) => [idle, complete(login)],
    failed: () => [idle],
  },
}

/** The state after an event, and what follows from it. */
export function advanceLogin<E extends keyof LoginEvents>(
  state: LoginState,
  event: E,
  given: LoginEvents[E],
): Next {
  // The state names its row, and the event what the row takes; the union cannot express it.
  const row = rows[state.at][event] as
    | ((given: LoginEvents[E], state: LoginState) => Next)
    | undefined
  return row?.(given, state) ?? [state]
}

/** Whether screens of the login are shown. */
export function hasScreens(state: LoginState): boolean {
  return state.at === 'open' || state.at === 'accepted' || (state.at === 'owing' && state.asking)
}
