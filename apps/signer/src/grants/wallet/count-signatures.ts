import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { readPublicKey } from '../../quorum/public-key.js'
import { inApp } from '../../rows/in-app.js'
import type { SignerDeps } from '../../signer-deps.js'
import { resourceOf, votesOf } from './proposed-request.js'

/** Who has signed a request on a thing so far. Nothing is carried out. @throws CallRefused `not_found`; RowRefused. */
export function countSignatures(
  input: SignerInput<'countSignatures'>,
  deps: SignerDeps,
): Promise<SignerOutput<'countSignatures'>> {
  return inApp({ appId: input.appId, kind: 'use' }, deps, async (rows) => {
    const resource = await resourceOf(input, rows)
    const counted = await votesOf(input, resource, { ...rows, nowMs: deps.clock.nowMs() })
    return {
      revision: resource.revision,
      quorums: counted.map(({ quorumId, quorum, votes }) => {
        const hasSigned = (spki: string) =>
          votes.signedBy.some((keyId) => keyId === readPublicKey(spki)?.id)
        const flat = [quorum, ...quorum.nested]
        return {
          ...{ quorumId, cast: votes.cast, needed: votes.needed },
          publicKeys: flat.flatMap(({ keys }) => keys).filter(hasSigned),
          userIds: flat
            .flatMap(({ users }) => users)
            .filter(({ keys }) => keys.some(({ spki }) => hasSigned(spki)))
            .map(({ userId }) => userId),
        }
      }),
    }
  })
}
