import type { EmbeddedChain } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import { type SignerInput, walletChange } from '@sallyport/protocols/signer'
import { votesFor } from '../../quorum/authorize.js'
import type { Quorum, Votes } from '../../quorum/count-votes.js'
import type { GovernedAct } from '../../quorum/roles.js'
import { type AppRow, type AppRowKind, readAppRow } from '../../rows/app-rows.js'
import { quorumOf, readQuorum } from '../../rows/quorum-rows.js'
import type { RowDeps } from '../../rows/row-deps.js'
import { actsOfChange } from './update-wallet.js'
import { lockWallet } from './wallet-rows.js'

/** A request on a thing that a quorum owns. */
type Proposed = SignerInput<'countSignatures'>

/** What a request is about, and which quorums may sign it. */
interface Resource {
  /** How often it was changed. */
  revision: number
  /** Quorums of which one is enough, the owner first. Empty for a thing without owner. */
  quorumIds: readonly string[]
  /** Of a wallet. */
  wallet?: { chainType: EmbeddedChain; address: string }
}

const kinds = {
  policies: 'policy',
  aggregations: 'aggregation',
  condition_sets: 'condition_set',
} as const satisfies Partial<Record<Proposed['resource'], AppRowKind>>

/** What a request is about. @throws CallRefused `not_found`, also for a wallet that is not active; RowRefused. */
export async function resourceOf(
  { appId, resource, id }: Omit<Proposed, 'request'>,
  rows: RowDeps,
): Promise<Resource> {
  if (resource === 'key_quorums') {
    const { version } = await readQuorum({ appId, quorumId: id }, rows)
    return { revision: version, quorumIds: [id] }
  }
  if (resource === 'wallets') {
    const found = await lockWallet({ appId, walletId: id }, rows)
    const { owner, signers, version, chainType, address, state } = found
    if (state !== 'active') throw new CallRefused('not_found')
    const quorumIds = owner === null ? [] : [owner, ...signers.map(({ quorumId }) => quorumId)]
    return { revision: version, quorumIds, wallet: { chainType, address } }
  }
  const place = { appId, kind: kinds[resource], id }
  const row = await readAppRow<AppRow & { owner: string | null }>(place, rows)
  return { revision: row.version, quorumIds: row.owner === null ? [] : [row.owner] }
}

/** A quorum, and how many of its members have signed a request so far. */
export interface QuorumVotes {
  quorumId: string
  quorum: Quorum
  votes: Votes
}

/** Votes for a request of each quorum that may sign it. A quorum that was deleted has none. */
export async function votesOf(
  { appId, resource, request }: Proposed,
  { quorumIds }: Pick<Resource, 'quorumIds'>,
  rows: RowDeps & { nowMs: number },
): Promise<QuorumVotes[]> {
  const counted: QuorumVotes[] = []
  const acts = actsOf({ resource, request })
  // A wallet's signers may sign for it; its owner alone changes it.
  const isChange = request.method === 'PATCH'
  for (const quorumId of isChange ? quorumIds.slice(0, 1) : quorumIds) {
    const quorum = await quorumOf({ appId, quorumId, request }, rows)
    const each = acts.flatMap((act) =>
      votesFor(request, { quorums: [quorum], nowMs: rows.nowMs, act }),
    )
    const [votes] = each.sort((a, b) => a.cast - b.cast)
    if (votes) counted.push({ quorumId, quorum, votes })
  }
  return counted
}

/** What a request does, as the call that carries it out will judge it. */
function actsOf({ resource, request }: Pick<Proposed, 'resource' | 'request'>): GovernedAct[] {
  if (resource === 'key_quorums') return ['keys']
  if (resource === 'aggregations') return ['limits']
  if (resource === 'wallets') {
    if (request.method !== 'PATCH') return ['sign']
    const body = walletChange.safeParse(request.body)
    return body.success ? actsOfChange(body.data) : ['owners']
  }
  const isOwners = 'owner' in request.body || 'owner_id' in request.body
  return isOwners ? ['policies', 'owners'] : ['policies']
}
