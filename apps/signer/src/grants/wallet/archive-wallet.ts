import { CallRefused } from '@sallyport/keyholder'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { authorizeChange } from '../../rows/authorized-change.js'
import { inApp } from '../../rows/in-app.js'
import type { SignerDeps } from '../../signer-deps.js'
import { describeWallet } from './describe-wallet.js'
import { changeWallet, lockWallet } from './wallet-rows.js'

/** The signer's own view of a wallet, archived ones too. @throws CallRefused `not_found`; RowRefused. */
export function readWallet(
  { appId, walletId }: SignerInput<'readWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readWallet'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const wallet = await lockWallet({ appId, walletId }, rows)
    if (wallet.state === 'pending') throw new CallRefused('not_found')
    return { wallet: describeWallet(wallet) }
  })
}

/**
 * Ends the use of a wallet. Clients never sign this call, and it destroys nothing.
 *
 * @throws CallRefused `not_found` for a wallet that is not there, or archived already.
 */
export function archiveWallet(
  { appId, walletId }: SignerInput<'archiveWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'archiveWallet'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const wallet = await lockWallet({ appId, walletId }, rows)
    if (wallet.state !== 'active') throw new CallRefused('not_found')
    const change = { state: 'archived', archivedAtMs: deps.clock.nowMs() } as const
    return { wallet: describeWallet(await changeWallet(wallet, change, rows)) }
  })
}

/** Makes an archived wallet usable again, by a request that its owner has signed. @throws CallRefused `not_found`, `wrong_signature`. */
export function restoreWallet(
  { appId, walletId, request }: SignerInput<'restoreWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'restoreWallet'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const wallet = await lockWallet({ appId, walletId }, rows)
    if (wallet.state !== 'archived') throw new CallRefused('not_found')
    await authorizeChange(
      {
        appId,
        row: { table: 'wallet', id: walletId, version: wallet.version },
        ...{ request, method: 'POST', path: `/wallets/${walletId}/restore` },
      },
      { owner: wallet.owner, nowMs: deps.clock.nowMs(), acts: ['signers'] },
      rows,
    )
    const change = { state: 'active', archivedAtMs: null } as const
    return { wallet: describeWallet(await changeWallet(wallet, change, rows)) }
  })
}
