import { fromBase64url, sealTo, toBase64url } from '@sallyport/crypto'
import { CallRefused, findPinnedKey, proveUser } from '@sallyport/keyholder'
import {
  type ApprovalFacts,
  approvalContext,
  approvalSealInfo,
  type SignerInput,
  type SignerOutput,
} from '@sallyport/protocols/signer'
import { farthestExpiryMs, nameOf } from '../../quorum/authorize.js'
import type { Quorum } from '../../quorum/count-votes.js'
import { readPublicKey } from '../../quorum/public-key.js'
import { invalid } from '../../refusals.js'
import { inApp } from '../../rows/in-app.js'
import type { RowDeps } from '../../rows/row-deps.js'
import { approvalKeyId, storeUserKey } from '../../rows/user-keys.js'
import type { SignerDeps } from '../../signer-deps.js'
import { type QuorumVotes, resourceOf, votesOf } from './proposed-request.js'

/** The members of `SignerInput` that name a request and a user who is asked to approve it. */
type Approving = Omit<SignerInput<'addApprovalKey'>, 'publicKey'>

/**
 * What a member is asked to approve, sealed to the page that asks: which wallet it is about, and how many have signed.
 *
 * @throws CallRefused `invalid_token`; `not_found` for users who are not members, and for what is not there; RowRefused.
 */
export function describeApproval(
  { ephemeralPublicKey, ...input }: SignerInput<'describeApproval'>,
  deps: SignerDeps,
): Promise<SignerOutput<'describeApproval'>> {
  return asMember(input, deps, async ({ counted, wallet }) => {
    const facts: ApprovalFacts = {
      name: nameOf(input.request).toString('base64url'),
      wallet: wallet ?? null,
      quorums: counted.map(({ quorum, votes }) => ({
        cast: votes.cast,
        needed: votes.needed,
        isMember: hasMember(quorum, input.userId),
        hasSigned: hasSigned({ quorum, votes }, input.userId),
      })),
    }
    const { enc, ciphertext } = await sealTo({
      recipientPublicKey: readPoint(ephemeralPublicKey),
      senderPrivateKey: deps.sealKey.privateKey,
      plaintext: bytesOf(JSON.stringify(facts)),
      info: bytesOf(approvalSealInfo),
      aad: bytesOf(approvalContext(input)),
    })
    return { sealed: { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) } }
  })
}

/**
 * Lets a key sign one request for its user. The private half never leaves the page that has made it.
 *
 * @throws as `describeApproval`; CallRefused `invalid_request` for what is not a P-256 key.
 */
export function addApprovalKey(
  { publicKey, ...input }: SignerInput<'addApprovalKey'>,
  deps: SignerDeps,
): Promise<SignerOutput<'addApprovalKey'>> {
  const member = readPublicKey(publicKey)
  if (!member) throw invalid('The public key is not a P-256 key')
  return asMember(input, deps, async ({ rows }) => {
    const { appId, userId, request } = input
    const nowMs = deps.clock.nowMs()
    // No request lives longer: the key ends with the one that it signs.
    const expiresAtMs = nowMs + farthestExpiryMs
    const boundTo = nameOf(request).toString('base64url')
    const spki = member.key.export({ format: 'der', type: 'spki' }).toString('base64')
    await storeUserKey(
      { appId, userId, keyId: approvalKeyId(boundTo) },
      { spki, expiresAtMs, boundTo, isApproval: true },
      { ...rows, nowMs },
    )
    return { expiresAtMs }
  })
}

interface Asked {
  rows: RowDeps
  counted: QuorumVotes[]
  wallet: ApprovalFacts['wallet'] | undefined
}

async function asMember<T>(
  input: Approving,
  deps: SignerDeps,
  work: (asked: Asked) => Promise<T>,
): Promise<T> {
  const { appId, userId, accessToken, request } = input
  if (request.headers['privy-app-id'] !== appId) throw invalid('The request names another app')
  const pinned = await findPinnedKey(appId, deps)
  await proveUser({ appId, userId, accessToken }, { pinned, clock: deps.clock })
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const resource = await resourceOf(input, rows)
    const counted = await votesOf(input, resource, { ...rows, nowMs: deps.clock.nowMs() })
    if (!counted.some(({ quorum }) => hasMember(quorum, userId))) throw new CallRefused('not_found')
    return work({ rows, counted, wallet: resource.wallet })
  })
}

const flat = (quorum: Quorum) => [quorum, ...quorum.nested]

function hasMember(quorum: Quorum, userId: string): boolean {
  return flat(quorum).some(({ users }) => users.some((user) => user.userId === userId))
}

function hasSigned({ quorum, votes }: Omit<QuorumVotes, 'quorumId'>, userId: string): boolean {
  const own = flat(quorum)
    .flatMap(({ users }) => users)
    .filter((user) => user.userId === userId)
  const ids = own.flatMap(({ keys }) => keys.map(({ spki }) => readPublicKey(spki)?.id))
  return votes.signedBy.some((id) => ids.includes(id))
}

function readPoint(text: string): Uint8Array {
  const point = fromBase64url(text)
  if (point.length !== 65) throw invalid('The key of the page is not a raw P-256 point')
  return point
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
