import type { LoginChain } from '@sallyport/contract'
import { useMemo } from 'react'
import { useKit } from '../context.js'

/**
 * `delegateWallet({ address, chainType })` asks the user to let the app's back end act with a wallet while they are away;
 * `revokeWallets()` asks them to end that for all wallets. Both reject with code 4001 when the user does not.
 */
export function useDelegatedActions() {
  const kit = useKit()
  return useMemo(() => {
    const load = () => import('../wallet-page-calls.js')
    return {
      delegateWallet: ({ address, chainType }: { address: string; chainType: LoginChain }) =>
        load().then((it) => it.openPage(kit, { goal: 'delegate', chainType, address })),
      revokeWallets: () => load().then((it) => it.revokeWallets(kit)),
    }
  }, [kit])
}
