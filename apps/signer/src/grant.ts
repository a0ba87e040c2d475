import type { EmbeddedChain } from '@sallyport/contract'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import type { Completion } from './answered.js'
import type { SignerDatabase } from './database.js'
import type { SpentWindow } from './policy-rows/spend.js'
import type { Asked, Prepared } from './prepare/prepare.js'
import type { Authorization } from './quorum/authorize.js'
import type { Quorum } from './quorum/count-votes.js'

/** What a request asks for, and what it is signed with. */
interface Completed extends Completion {
  asked: Asked
}

/** A request that its quorum has signed, read and ready to be judged. */
export interface Judged extends Completed {
  request: AuthorizedRequest
  prepared: Prepared
  authorization: Authorization
  /** Whether it is signed again with higher fees. */
  replaces: boolean
}

/**
 * What lets an app's back end sign with one key: a user's consent, or a server wallet. It is compiled from rows of the signer
 * inside a transaction that has locked them.
 */
export interface Grant {
  appId: string
  chain: EmbeddedChain
  address: string
  /** As accounts carry it; null where the address says it. */
  publicKey: string | null
  /** Who has to sign the request: one of them. Empty for a wallet without owner. */
  quorums: readonly Quorum[]
  /** What a signed request asks for, where this grant takes it. @throws CallRefused `invalid_request`. */
  read(request: AuthorizedRequest): Asked
  /**
   * What this request was completed with when it was answered before; else what is given. Of one that is signed again: what is given, after
   * only its fees differ.
   *
   * @throws CallRefused `replayed`, `invalid_request`.
   */
  complete(
    given: Completed & {
      request: AuthorizedRequest
      authorization: Authorization
      replaces: boolean
    },
    at: { db: SignerDatabase; nowMs: number },
  ): Promise<Completed>
  /** Reads what will be signed, with what was filled in. @throws CallRefused `invalid_request`. */
  prepare(asked: Asked, filled: readonly FilledTransaction[]): Prepared
  /**
   * Judges a request, and reserves what it takes from limits in the transaction of `db`.
   *
   * @returns What is to be remembered once it is committed.
   * @throws PolicyRefusal
   */
  judge(judged: Judged, at: { db: SignerDatabase; nowMs: number }): Promise<readonly SpentWindow[]>
  /** Call it when the transaction in which the rows were locked is committed. */
  committed?(): void
  /** Restores the private key, which the caller wipes. @throws CallRefused `invalid_request` when the halves are not a pair. */
  openKey(): Promise<Uint8Array>
  /** Wipes what the grant holds of the key. */
  close(): void
}
