import { automaticRecoveryMethod, type WalletRoot } from '@sallyport/contract'
import { invalidArguments } from '../../frame-error.js'
import { byPasskey } from '../../recovery/passkey/passkey-recovery.js'
import type { UsedPasskey } from '../../recovery/passkey/use-passkey.js'
import { automaticRecovery } from '../../recovery/strategies.js'
import { createWallet } from '../../wallet/create.js'
import { recover } from '../../wallet/recover.js'
import { setRecovery } from '../../wallet/set-recovery.js'
import type { Page } from '../open-page.js'
import type { PasskeyUse } from '../page-request.js'

/**
 * Does what a passkey was used for, and answers the wallet's address.
 *
 * @throws what setting a recovery, creating and restoring a wallet throw; PasskeyError `other`.
 */
export function keepResult(
  { context: here, caller, request: { wallet, chainType } }: Page,
  {
    use,
    root,
    used: passkey,
  }: { use: PasskeyUse; root: WalletRoot | undefined; used: UsedPasskey },
): Promise<string> {
  const strategy = byPasskey(passkey)
  const context = { ...here, passkey: strategy }
  const { appId, userId } = caller
  const recovery =
    use === 'remove'
      ? { strategy: automaticRecovery, fields: { recoveryMethod: automaticRecoveryMethod } }
      : { strategy, fields: { recoveryMethod: 'passkey' } }
  return context.runExclusive(`sallyport:${appId}:${userId}`, async () => {
    if (use === 'create')
      return createWallet(context, caller, { chainType, existing: undefined, recovery })
    if (!wallet) throw invalidArguments()
    const address = wallet.rootAddress
    if (use === 'recover') await recover(context, caller, { address, fields: {} })
    else {
      const replaces = root?.recovery_method
      await setRecovery(context, caller, { address, replaces, recovery })
    }
    return wallet.address
  })
}
