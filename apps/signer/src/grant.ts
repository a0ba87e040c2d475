import type { DelegationConsent } from '@sallyport/contract'
import type { DelegatedRequest } from '@sallyport/protocols/signer'
import type { Quorum } from './authorize.js'
import type { Cost } from './reserve.js'

/**
 * What lets an app's back end sign with one key: a user's consent, or a server wallet. It is compiled from rows of the signer
 * inside a transaction that has locked them.
 */
export interface Grant {
  appId: string
  chain: DelegationConsent['chainType']
  address: string
  /** What a request's URL may name the wallet by, besides its address. */
  id?: string
  /** Who has to sign the request: one of them. Empty for a wallet without owner. */
  quorums: readonly Quorum[]
  /** What a request costs. @throws PolicyRefusal when it is not allowed; CallRefused `invalid_request`. */
  policy(asked: DelegatedRequest): readonly Cost[]
  /** What limits of the grant are counted under. */
  spendKey: string
  /** Restores the private key, which the caller wipes. @throws CallRefused `invalid_request` when the halves are not a pair. */
  openKey(): Promise<Uint8Array>
  /** Wipes what the grant holds of the key. */
  close(): void
}
