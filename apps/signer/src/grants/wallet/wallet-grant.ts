import { wipe } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { Quorum } from '../../authorize.js'
import type { Grant } from '../../grant.js'
import { PolicyRefusal } from '../../refusals.js'
import { quorumOf } from './quorum-rows.js'
import { restoreSecret } from './wallet-key.js'
import { lockWallet, type RowDeps, type ServerWallet } from './wallet-rows.js'

/**
 * What lets the app sign with a server wallet, from rows that are locked until the transaction ends.
 *
 * @throws CallRefused `not_found` for a wallet that is not active, or not of the app; RowRefused.
 */
export async function lockWalletGrant(
  { appId, walletId, apiShare }: { appId: string; walletId: string; apiShare: string },
  deps: RowDeps,
): Promise<Grant> {
  await deps.versions.sync(appId, 'share', deps)
  const wallet = await lockWallet({ appId, walletId }, deps)
  if (wallet.state !== 'active') throw new CallRefused('not_found')
  const { chainType, address } = wallet
  if (chainType !== 'ethereum' && chainType !== 'solana')
    throw new CallRefused('invalid_request', new Error('Bitcoin wallets do not sign yet'))
  let opened: { secret: Uint8Array } | undefined
  return {
    appId,
    chain: chainType,
    address,
    id: walletId,
    quorums: await signersOf(wallet, deps),
    policy: () => {
      // Until the policies of wallets are rows of the signer, a wallet that names one signs nothing.
      if (wallet.policyIds.length > 0)
        throw new PolicyRefusal('The policy of the wallet is missing')
      return []
    },
    spendKey: `wallet:${walletId}`,
    openKey: async () => {
      const restored = await restoreSecret(wallet, apiShare)
      opened = restored
      return restored.key
    },
    close: () => wipe(opened?.secret),
  }
}

/** Who may sign requests of a wallet: its owner, or one of its signers. A wallet without owner asks for no signature. */
async function signersOf(
  { appId, owner, signers }: ServerWallet,
  deps: RowDeps,
): Promise<Quorum[]> {
  if (owner === null) return []
  const quorums: Quorum[] = []
  for (const quorumId of [owner, ...signers.map((signer) => signer.quorumId)])
    quorums.push(await quorumOf({ appId, quorumId }, deps))
  return quorums
}
