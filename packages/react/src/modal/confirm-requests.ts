import { type ApprovalChoice, type ConfirmRequests, RpcError } from '@sallyport/core'
import type { Job } from '../flow/screens.js'
import type { Ending } from './modal.js'
import type { Open } from './modal-queue.js'

/** Opens the modal for wallet requests, one after the other: what the client's `confirm` option wants. */
export function confirmRequests(open: Open): ConfirmRequests {
  return { request: (asked) => confirm(asked, open) }
}

/** Settles with the value as soon as there is one; a closed request fails with what went wrong before, else with 4001. */
function confirm<T>(
  asked: Parameters<ConfirmRequests['request']>[0] & {
    run: (report: never, choice?: ApprovalChoice) => Promise<unknown>
  },
  open: Open,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let failure: unknown = null
    const job: Job = {
      request: asked.request,
      ui: asked.ui,
      async run(report, choice) {
        failure = null
        try {
          return await asked.run(report, choice)
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
    // Fetched beside the modal, not after it. A failed load is reported by the screen that needs it.
    void import('../request-screens.js').catch(() => undefined)
    open({ goal: 'confirm', job }, { place: 'last', onEnd, fail: reject })
  })
}
