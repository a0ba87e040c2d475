import type { ConfirmRequests } from '@sallyport/core'
import { signerOf } from '../flow/request-steps.js'

/** How long opening a wallet may take before the user is told. */
const unnoticedMs = 150

/** What a head start needs of the client. */
export interface Opening {
  isConnected(address: string): boolean
  connect(address: string): Promise<void>
  wait(ms: number): Promise<void>
}

/**
 * Requests that open their wallet before they open the modal: for 150 ms at most, so that a wallet that opens at once shows
 * no screen about it, and only while it has to be opened anyway. What fails here is tried again, and told, on screen.
 */
export function withHeadStart(confirm: ConfirmRequests, wallets: Opening): ConfirmRequests {
  return {
    async request(job) {
      const address = signerOf(job.request)
      if (!wallets.isConnected(address)) {
        const opened = wallets.connect(address).catch(() => undefined)
        await Promise.race([opened, wallets.wait(unnoticedMs)])
      }
      return confirm.request(job)
    },
  }
}
