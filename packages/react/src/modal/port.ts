import { ApiError, isErrorCode } from '@sallyport/contract'
import { ClientError, type ConfirmRequests, RpcError } from '@sallyport/core'
import type { Goal, Job, LoggedIn } from '../flow/screens.js'
import type { Ending } from './modal.js'
import { openerNow } from './opener.js'

/** One opening of the modal, as the provider draws it. */
export interface Run {
  id: number
  goal: Goal
  /** Where the focus belongs once it has gone. */
  opener: Element | null
  /** Takes how the flow ended. */
  onEnd(ending: Ending): void
  /** Takes that nothing is on screen any more: the next run may come. */
  onGone(): void
  /** Takes that the modal could not be loaded or drawn: the run is over. */
  onBroken(cause: unknown): void
}

/** The door to the modal for code that draws nothing. Runs wait for each other. */
export interface ModalPort {
  /** The run on screen; null when there is none. */
  current(): Run | null
  subscribe(listener: () => void): () => void
  /** Opens for a login goal. @throws ClientError `exited_auth_flow` when it was closed; ApiError the server's last word. */
  login(goal: Exclude<Goal, { goal: 'confirm' }>): Promise<LoggedIn>
  /** Opens for wallet requests: what the client's `confirm` option wants. */
  confirm: ConfirmRequests
  /** Ends every run as if the person had closed it. */
  closeAll(): void
}

/** Queues a run; `fail` takes why it could not be drawn. */
type Open = (goal: Goal, onEnd: Run['onEnd'], fail: (error: Error) => void) => void

/** A port with nothing open. */
export function createPort(): ModalPort {
  const listeners = new Set<() => void>()
  const queue: Run[] = []
  let runs = 0
  let login: Promise<LoggedIn> | null = null
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const open: Open = (goal, onEnd, fail) => {
    runs += 1
    const id = runs
    const onGone = () => {
      // Only the run in front can go; a second report is late.
      if (queue[0]?.id !== id) return
      queue.shift()
      changed()
    }
    const onBroken = (cause: unknown) => {
      fail(new ClientError('offline', { message: 'The login screens could not be loaded', cause }))
      onGone()
    }
    // A run that waits for another came from where that one did: the focus is in the modal.
    const opener = queue[0]?.opener ?? openerNow()
    // Requests that wait need somebody who is logged in: a login comes right after what is shown.
    const at = goal.goal === 'confirm' ? queue.length : 1
    queue.splice(at, 0, { id, goal, opener, onEnd, onGone, onBroken })
    changed()
  }
  return {
    current: () => queue[0] ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    login(goal) {
      // Pressing "log in" twice is one login.
      login ??= new Promise<LoggedIn>((resolve, reject) => {
        const onEnd = (ending: Ending) => {
          if (ending.at === 'done')
            resolve(ending.value as LoggedIn) // the value of login goals
          else
            reject(
              isErrorCode(ending.code)
                ? new ApiError(ending.code)
                : new ClientError('exited_auth_flow'),
            )
        }
        open(goal, onEnd, reject)
      }).finally(() => {
        login = null
      })
      return login
    },
    confirm: { request: (asked) => confirm(asked, open) },
    closeAll() {
      for (const { goal, onEnd } of queue.splice(0)) {
        const code = goal.goal === 'confirm' ? 'user_rejected' : 'exited_auth_flow'
        onEnd({ at: 'failed', code })
      }
      changed()
    },
  }
}

/** Settles with the value as soon as there is one; a closed request fails with what went wrong before, else with 4001. */
function confirm<T>(
  asked: Parameters<ConfirmRequests['request']>[0] & { run: (report: never) => Promise<unknown> },
  open: Open,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let failure: unknown = null
    const job: Job = {
      request: asked.request,
      ui: asked.ui,
      async run(report) {
        failure = null
        try {
          return await asked.run(report)
        } catch (error) {
          failure = error
          throw error
        }
      },
      noteFailure(error) {
        failure = error
      },
      deliver: (value) => resolve(value as T), // what `run` gave
    }
    const onEnd = (ending: Ending) => {
      if (ending.at === 'failed') reject(failure ?? new RpcError(4001))
    }
    open({ goal: 'confirm', job }, onEnd, reject)
  })
}
