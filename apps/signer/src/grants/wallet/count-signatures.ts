import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { votesFor } from '../../quorum/authorize.js'
import { readPublicKey } from '../../quorum/public-key.js'
import { type AppRow, type AppRowKind, readAppRow } from '../../rows/app-rows.js'
import { inApp } from '../../rows/in-app.js'
import { quorumOf } from '../../rows/quorum-rows.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'
import { lockWallet } from './wallet-rows.js'

type Input = SignerInput<'countSignatures'>

const kinds = {
  policies: 'policy',
  aggregations: 'aggregation',
  condition_sets: 'condition_set',
} as const satisfies Partial<Record<Input['resource'], AppRowKind>>

/** Who has signed a request on a thing so far. Nothing is carried out. @throws CallRefused `not_found`; RowRefused. */
export function countSignatures(
  { appId, resource, id, request }: Input,
  deps: SignerDeps,
): Promise<SignerOutput<'countSignatures'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const nowMs = deps.clock.nowMs()
    const quorums: SignerOutput<'countSignatures'>['quorums'] = []
    for (const quorumId of await quorumIdsOf({ appId, resource, id }, rows)) {
      const quorum = await quorumOf({ appId, quorumId }, { ...rows, nowMs })
      const [votes] = votesFor(request, { quorums: [quorum], nowMs })
      if (!votes) continue
      const hasSigned = (spki: string) =>
        votes.keyIds.some((keyId) => keyId === readPublicKey(spki)?.id)
      const flat = [quorum, ...quorum.nested]
      const users = flat.flatMap((each) => each.users)
      quorums.push({
        ...{ quorumId, cast: votes.cast, needed: votes.needed },
        publicKeys: flat.flatMap(({ keys }) => keys).filter(hasSigned),
        userIds: users
          .filter(({ keys }) => keys.some(({ spki }) => hasSigned(spki)))
          .map(({ userId }) => userId),
      })
    }
    return { quorums }
  })
}

async function quorumIdsOf(
  { appId, resource, id }: Omit<Input, 'request'>,
  rows: RowDeps,
): Promise<readonly string[]> {
  if (resource === 'key_quorums') return [id]
  if (resource === 'wallets') {
    const { owner, signers } = await lockWallet({ appId, walletId: id }, rows)
    return owner === null ? [] : [owner, ...signers.map(({ quorumId }) => quorumId)]
  }
  const place = { appId, kind: kinds[resource], id }
  const { owner } = await readAppRow<AppRow & { owner: string | null }>(place, rows)
  return owner === null ? [] : [owner]
}
