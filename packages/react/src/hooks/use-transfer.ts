import { useCallback } from 'react'
import { useKit } from '../context.js'
import type { TransferInput } from '../transfer-calls.js'

/**
 * `transfer({ to, amount })` sends a network's coin from an embedded wallet: the user approves it on the screen of the request. Resolves
 * once the network has accepted it. Rejects as the requests of the wallet, and with an Error for an amount that is none.
 */
export function useTransfer() {
  const kit = useKit()
  const transfer = useCallback(
    async (input: TransferInput): Promise<void> =>
      (await import('../transfer-calls.js')).transfer(kit, input),
    [kit],
  )
  return { transfer }
}
