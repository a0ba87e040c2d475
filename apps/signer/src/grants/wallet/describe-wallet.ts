import type { SignerOutput } from '@sallyport/protocols/signer'
import type { ServerWallet } from './wallet-rows.js'

/** What the API may know of a wallet: nothing of its key. */
export function describeWallet(wallet: ServerWallet): SignerOutput<'confirmWallet'>['wallet'] {
  const { id, chainType, address, publicKey, owner, signers, policyIds } = wallet
  const { createdAtMs, importedAtMs, exportedAtMs, state } = wallet
  return {
    ...{ id, chainType, address, publicKey, ownerId: owner, policyIds: [...policyIds] },
    signers: signers.map(({ quorumId, policyIds: own }) => ({ quorumId, policyIds: [...own] })),
    ...{ createdAtMs, importedAtMs, exportedAtMs, isArchived: state === 'archived' },
    archivedAtMs: wallet.archivedAtMs ?? null,
  }
}
