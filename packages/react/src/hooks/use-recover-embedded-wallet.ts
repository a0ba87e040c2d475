import { useMemo } from 'react'
import { useKit } from '../context.js'
import type { RecoverOptions } from '../recovery-calls.js'

/** `recover({ recoveryMethod: 'user-passcode', password })` restores a wallet on this device without a screen. */
export function useRecoverEmbeddedWallet() {
  const kit = useKit()
  return useMemo(
    () => ({
      recover: (options?: RecoverOptions): Promise<void> =>
        import('../recovery-calls.js').then((it) => it.recover(kit, options)),
    }),
    [kit],
  )
}
