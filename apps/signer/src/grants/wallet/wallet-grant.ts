import { randomBytes } from 'node:crypto'
import { wipe } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { type NotedAnswer, nameOfBytes, nameOfRequest } from '../../answered.js'
import type { Grant, Judged } from '../../grant.js'
import type { Reservation } from '../../policy/count-request.js'
import { familyOf } from '../../policy/field-table.js'
import { judgeAndReserve } from '../../policy-rows/judge-wallet.js'
import { type JudgedRequest, keepJudged } from '../../policy-rows/judged-requests.js'
import { lawOf, type WalletLaw } from '../../policy-rows/law.js'
import { takenFromCap } from '../../policy-rows/sponsor-cap.js'
import { prepare } from '../../prepare/prepare.js'
import type { Authorization } from '../../quorum/authorize.js'
import { readPublicKey } from '../../quorum/public-key.js'
import { invalid, PolicyRefusal } from '../../refusals.js'
import { readWalletRequest } from '../../requests.js'
import { quorumOf } from '../../rows/quorum-rows.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'
import { completeOnce } from './complete-once.js'
import { requireUsualFee } from './filled-fees.js'
import { keepSignedFee, readSignedFee } from './signed-fees.js'
import { restoreSecret } from './wallet-key.js'
import { lockWallet, type ServerWallet } from './wallet-rows.js'

type WalletQuorum = Awaited<ReturnType<typeof quorumOf>>

/** A wallet that is locked, and who may sign for it. */
interface LockedWallet {
  wallet: ServerWallet
  /** The owner first, then the signers. Empty for a wallet without owner. */
  quorums: readonly WalletQuorum[]
}

/** A grant of a server wallet. */
export interface WalletGrant extends Grant {
  id: string
  /** Opens what is kept of requests. */
  cipher: SignerDeps['cipher']
  /** Answers that have to be there. */
  answers: SignerDeps['answers']
  /** The most that was signed to be paid for each unit of gas by what a nonce has (`Prepared.exclusive`); null where nothing was. */
  feeOf(exclusive: string, at: { db: SignerDeps['db'] }): Promise<bigint | null>
  /** What is kept of a request that was judged, for trying drafts of policies; null where no policy has judged it. */
  recordOf(judged: Judged, wasAllowed: boolean): JudgedRequest | null
}

/**
 * What lets the app sign with a server wallet, from rows that are locked until the transaction ends.
 *
 * @throws CallRefused `not_found` for a wallet that is not active, or not of the app; RowRefused.
 */
export async function lockWalletGrant(
  {
    appId,
    walletId,
    apiShare,
    request,
  }: { appId: string; walletId: string; apiShare: string; request: AuthorizedRequest },
  rows: RowDeps & Pick<SignerDeps, 'spent' | 'answers'> & { nowMs: number },
): Promise<WalletGrant> {
  const locked = await lockActiveWallet({ appId, walletId, request }, rows)
  const { wallet, quorums } = locked
  const { chainType, address, publicKey } = wallet
  const named = { chain: chainType, address, id: walletId }
  let opened: { secret: Uint8Array } | undefined
  let policyIds: readonly string[] = []
  const noted: NotedAnswer[] = []
  const note = (answer: NotedAnswer) => void noted.push(answer)
  return {
    ...{ appId, ...named, publicKey, quorums },
    ...{ cipher: rows.cipher, answers: rows.answers },
    feeOf: (exclusive, { db }) => readSignedFee({ walletId, exclusive }, { ...rows, db }),
    read: (request) => readWalletRequest(request, named),
    complete: async ({ asked, ...given }, at) => ({
      asked,
      ...(await completeOnce({ walletId, ...given }, { ...rows, ...at, note })),
    }),
    prepare: (asked, filled) => {
      const prepared = prepare(asked, { ...named, publicKey, filled })
      requireUsualFee(prepared.facts, { asked, filled, isTransfer: false })
      return prepared
    },
    judge: async (judged, at) => {
      const law = await lawFor(judged.authorization, { locked, rows })
      policyIds = law.policies.map(({ id }) => id)
      const { sponsoredWei } = judged.prepared
      const more = await takenFromCap({ appId, sponsoredWei }, rows)
      const taken = await judgeByLaw(judged, { locked, law, more, at: { ...rows, ...at } })
      const kept = recordOf(judged, true)
      if (kept) await keepJudged(appId, kept, { ...rows, ...at })
      const { exclusive } = judged.prepared
      if (exclusive?.feePerGas !== undefined)
        await keepSignedFee(
          { walletId, exclusive: exclusive.name, fee: exclusive.feePerGas },
          { ...rows, ...at },
        )
      return taken
    },
    committed: () => {
      for (const { name, untilMs } of noted) rows.answers.remember(name, untilMs)
    },
    recordOf,
    openKey: async () => {
      const restored = await restoreSecret(wallet, apiShare)
      opened = restored
      return restored.key
    },
    close: () => wipe(opened?.secret),
  }

  function recordOf(judged: Judged, wasAllowed: boolean): JudgedRequest | null {
    if (policyIds.length === 0) return null
    const { request, asked, filled, prepared, authorization } = judged
    const { method } = 'unread' in prepared.facts ? asked : prepared.facts
    return {
      ...{ atMs: rows.nowMs, walletId, policyIds, chain: chainType, address, publicKey },
      ...{ body: request.body, method, filled, keyIds: authorization.voters, wasAllowed },
    }
  }
}

/** A wallet of the app that is active, locked until the transaction ends, with its quorums. */
async function lockActiveWallet(
  { request, ...named }: { appId: string; walletId: string; request: AuthorizedRequest },
  rows: RowDeps & { nowMs: number },
): Promise<LockedWallet> {
  await rows.versions.sync(named.appId, 'share', rows)
  const wallet = await lockWallet(named, rows)
  if (wallet.state !== 'active') throw new CallRefused('not_found')
  return { wallet, quorums: await quorumsOf(wallet, request, rows) }
}

/** Who may sign a request of a wallet: its owner, or one of its signers. A wallet without owner asks for no signature. */
async function quorumsOf(
  { appId, owner, signers }: ServerWallet,
  request: AuthorizedRequest,
  rows: RowDeps & { nowMs: number },
): Promise<WalletQuorum[]> {
  if (owner === null) return []
  const quorums: WalletQuorum[] = []
  for (const quorumId of [owner, ...signers.map((signer) => signer.quorumId)])
    quorums.push(await quorumOf({ appId, quorumId, request }, rows))
  return quorums
}

/** Policies that a request is judged by: those of the signer that has authorized it where it has its own, else the wallet's. */
function policyIdsFor(
  { policyIds, signers }: ServerWallet,
  { by }: Pick<Authorization, 'by'>,
): readonly string[] {
  // The owner is the first of the quorums.
  const signer = by === null || by === 0 ? undefined : signers[by - 1]
  return signer && signer.policyIds.length > 0 ? signer.policyIds : policyIds
}

/** Refuses a user's key where no policy holds what a thief of the user's token could ask for. */
function requirePolicyForUserKeys(
  { keyIds, by }: Authorization,
  { quorums, hasPolicy }: { quorums: readonly WalletQuorum[]; hasPolicy: boolean },
): void {
  const quorum = by === null ? undefined : quorums[by]
  if (!quorum || hasPolicy) return
  const ofUsers = new Set([...quorum.userKeys].map((spki) => readPublicKey(spki)?.id))
  if (keyIds.some((id) => ofUsers.has(id)))
    throw new PolicyRefusal('A user’s key signs only with wallets that have a policy')
}

async function lawFor(
  authorization: Authorization,
  { locked: { wallet, quorums }, rows }: { locked: LockedWallet; rows: RowDeps },
): Promise<WalletLaw> {
  const { appId, chainType } = wallet
  const chain = familyOf(chainType)
  if (!chain) throw invalid('The chain is not offered')
  const law = await lawOf({ appId, chain, policyIds: policyIdsFor(wallet, authorization) }, rows)
  requirePolicyForUserKeys(authorization, { quorums, hasPolicy: law.policies.length > 0 })
  return law
}

function judgeByLaw(
  judged: Judged,
  {
    locked: { wallet },
    law,
    more,
    at,
  }: {
    locked: LockedWallet
    law: WalletLaw
    /** What it takes beside the limits that the app has made. */
    more: readonly Reservation[]
    at: Pick<SignerDeps, 'db' | 'cipher' | 'spent'> & { nowMs: number }
  },
) {
  const { request, asked, prepared, authorization, replaces } = judged
  const { facts, exclusive } = prepared
  const name = nameOfRequest(request, authorization)
  const method = 'unread' in facts ? asked.method : facts.method
  return judgeAndReserve(
    {
      ...{ holder: name ?? exclusive?.name, replaces, more },
      ...{ walletId: wallet.id, method, facts, keyIds: authorization.voters },
      name: name === null ? randomBytes(32) : nameOfBytes(name, judged),
    },
    { ...at, law },
  )
}
