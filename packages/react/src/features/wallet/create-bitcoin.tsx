import { wallet } from '@sallyport/core'
import { useEffect } from 'react'
import type { SallyportConfig } from '../../config.js'
import { useClientState, useKit } from '../../context.js'
import { owesRecovery, owesTerms } from '../../flow/after-login.js'

type Rule = NonNullable<NonNullable<SallyportConfig['embeddedWallets']>['bitcoin']>

/** Creates the Bitcoin wallets that the app wants of each user, after the login and without a screen. Draws nothing. */
export function CreateBitcoin({ createOnLogin = 'off', chainTypes = ['bitcoin-segwit'] }: Rule) {
  const kit = useKit()
  const { user, config: app } = useClientState()
  const { client } = kit
  // None before the app's rules are known, its terms accepted and the recovery chosen.
  const isFree =
    user !== null &&
    app !== null &&
    !owesTerms(user, kit.rules()) &&
    !owesRecovery(user, kit.rules())
  const missing = chainTypes.filter((each) => wallet.list(client, each).length === 0)
  const owed = isFree && createOnLogin !== 'off' ? missing.join() : ''
  const userId = user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user and each wallet that is owed
  useEffect(() => {
    if (owed === '') return
    // Out of reach: the next page or login tries again.
    wallet.createWallets(client, { chainTypes: missing }).catch(() => undefined)
  }, [client, userId, owed])
  return null
}
