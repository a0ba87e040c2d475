import { ClientError } from '@sallyport/core'
import { exitCodeOf } from '../flow/exit-codes.js'
import type { Goal, LoggedIn } from '../flow/screens.js'
import type { Ending } from './modal.js'
import { openerNow } from './opener.js'

/** One opening of the modal, as the provider draws it. */
export interface Run {
  id: number
  goal: Goal
  /** Where the focus belongs once it has gone; null: to what has it when the run is drawn. */
  opener: Element | null
  /** How the run ended without its screens; they leave. */
  ending?: Ending
  /** Takes how the flow ended. */
  onEnd(ending: Ending): void
  /** Takes that nothing of the run is on screen any more: the next one may come. */
  onGone(): void
  /** Takes that the modal could not be loaded or drawn: the run is over. */
  onBroken(cause: unknown): void
}

/** A goal that ends with a logged-in user. */
export type LoginGoal = Extract<Goal, { goal: 'login' | 'finish-login' }>

/** Opens the modal for code that draws nothing. */
export interface ModalQueue {
  /** The runs on screen; the last one is on top, those below it stay mounted. A new array after every change. */
  runs(): readonly Run[]
  subscribe(listener: () => void): () => void
  /**
   * Opens for a login goal, after the run on screen and before the requests that wait. Two calls are one login.
   *
   * @throws ClientError `exited_auth_flow` when it was closed; ApiError the server's refusal.
   */
  login(goal: LoginGoal): Promise<LoggedIn>
  /** As `login`, but at once, above the run on screen: for goals which that run waits for. */
  interrupt(goal: LoginGoal): Promise<LoggedIn>
  /** Ends the login that is open or waits, with a user who has logged in without it; await it before the next one. */
  endLogin(login: LoggedIn): Promise<LoggedIn> | null
  /** Opens for any other goal. */
  open: Open
  /** Ends every run as if the user had closed it. */
  closeAll(): void
}

/** Where a new run goes: above what is on screen, next in line, or last in line. */
type Place = 'above' | 'next' | 'last'

/** Queues a run; `fail` takes why it could not be drawn. */
export type Open = (
  goal: Goal,
  at: { place: Place; onEnd: Run['onEnd']; fail: (error: Error) => void },
) => void

/** A queue with nothing open. */
export function createModalQueue(): ModalQueue {
  const { open, ...line } = createLine()
  let login: Promise<LoggedIn> | null = null
  const openLogin = (goal: LoginGoal, place: Place) => {
    if (login) return login
    const opened = new Promise<LoggedIn>((resolve, reject) => {
      // Before its caller is told: the user may press again meanwhile. A run may report its end twice.
      const forget = () => {
        if (login === opened) login = null
      }
      const onEnd = (ending: Ending) => {
        forget()
        // The value of login goals.
        if (ending.at === 'done') resolve(ending.value as LoggedIn)
        else {
          // Comes with the modal.
          const failed = import('./login-error.js').then((it) => reject(it.loginError(ending.code)))
          failed.catch(() => reject(new ClientError('exited_auth_flow')))
        }
      }
      const fail = (error: Error) => {
        forget()
        reject(error)
      }
      open(goal, { place, onEnd, fail })
    })
    login = opened
    return opened
  }
  return {
    runs: line.runs,
    subscribe: line.subscribe,
    open,
    login: (goal) => openLogin(goal, 'next'),
    interrupt(goal) {
      // A login that waits behind the run on screen is the one which that run now waits for.
      line.raiseLogins()
      return openLogin(goal, 'above')
    },
    endLogin(value) {
      const ended = login
      line.endLogins({ at: 'done', value })
      return ended
    },
    closeAll() {
      for (const { goal, onEnd } of line.clear()) {
        onEnd({ at: 'failed', code: exitCodeOf(goal) })
      }
    },
  }
}

/** `login` and `finish-login`; written short because every page loads it. */
const isLogin = ({ goal }: Run) => goal.goal.endsWith('login')

/** The runs on screen and those that wait for all of them to be gone. */
function createLine() {
  const listeners = new Set<() => void>()
  let stack: readonly Run[] = []
  let waiting: readonly Run[] = []
  let lastId = 0
  const change = (next: { stack: readonly Run[]; waiting?: readonly Run[] }) => {
    stack = next.stack
    waiting = next.waiting ?? waiting
    const [first, ...rest] = waiting
    if (stack.length === 0 && first !== undefined) {
      stack = [first]
      waiting = rest
    }
    for (const listener of [...listeners]) listener()
  }
  const open: Open = (goal, { place, onEnd, fail }) => {
    lastId += 1
    const id = lastId
    const onGone = () => {
      // Only a run on screen can go; a second report is late.
      if (stack.some((run) => run.id === id))
        change({ stack: stack.filter((run) => run.id !== id) })
    }
    const onBroken = (cause: unknown) => {
      fail(new ClientError('offline', { message: 'The modal could not be loaded', cause }))
      onGone()
    }
    const isAbove = place === 'above' && stack.length > 0
    // A run that waits was opened from where the one on screen was: the focus is in the modal.
    const opener = isAbove ? null : (stack[0]?.opener ?? openerNow())
    const run: Run = { id, goal, opener, onEnd, onGone, onBroken }
    if (isAbove) change({ stack: [...stack, run] })
    else change({ stack, waiting: place === 'last' ? [...waiting, run] : [run, ...waiting] })
  }
  return {
    open,
    runs: () => stack,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Puts the waiting runs of a login on screen. */
    raiseLogins() {
      const raised = waiting.filter(isLogin)
      if (raised.length === 0) return
      const above = raised.map((run) => ({ ...run, opener: null }))
      change({ stack: [...stack, ...above], waiting: waiting.filter((run) => !isLogin(run)) })
    },
    /** Ends the runs of a login; they go as if their screens had reached their goal. */
    endLogins(ending: Ending) {
      for (const run of [...stack, ...waiting]) {
        if (!isLogin(run)) continue
        run.ending = ending
        run.onEnd(ending)
      }
      change({ stack: [...stack] })
    },
    /** Removes and gives all runs. */
    clear(): Run[] {
      const all = [...stack, ...waiting]
      change({ stack: [], waiting: [] })
      return all
    },
  }
}
