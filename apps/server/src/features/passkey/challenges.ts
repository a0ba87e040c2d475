import { createHash, createHmac } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import {
  type ChallengeResponse,
  type ChallengeSubject,
  readChallenge,
  type StoredChallenge,
  storeChallenge,
} from '../../db/passkey-challenges.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { networkOf } from '../../http/network.js'
import type { RelyingParty } from '../../identity/passkeys/relying-party.js'
import { randomToken } from '../../ports/random.js'

/** Life of a challenge: longer than the browser waits, because a suggested passkey may be chosen late. */
const challengeLifeMs = 10 * 60_000

/** What a challenge is for. */
export type ChallengeUse = Omit<ChallengeSubject, 'challengeHash'>

/** Makes and stores a challenge for one response from this browser to this relying party. */
export async function issueChallenge(
  deps: Deps,
  use: ChallengeUse & { party: RelyingParty; userHandle: string | null },
  request: RequestFacts,
): Promise<string> {
  const { party, ...subject } = use
  const challenge = randomToken(deps.random)
  const flow = request.spender.flow ?? randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  const row = {
    app_id: subject.appId,
    challenge_hash: Buffer.from(sha256(challenge)),
    purpose: subject.purpose,
    user_id: subject.userId,
    user_handle: subject.userHandle,
    rp_id: party.rpId,
    relying_party: party.url,
    origin: party.origin,
    flow_hash: Buffer.from(sha256(flow)),
    network_hash: Buffer.from(hashNetwork(deps, request.spender.ip)),
    created_at: nowMs,
    expires_at: nowMs + challengeLifeMs,
  }
  const mac = rowMac(deps.keyEncryption, authenticRows.passkeyChallenge, row)
  await storeChallenge(deps.db, { ...row, mac })
  request.keepFlow(flow)
  return challenge
}

/** The challenge a response names, as this browser may answer it. */
export function responseTo(
  deps: Deps,
  use: ChallengeUse & { challenge: string },
  { spender }: RequestFacts,
): ChallengeResponse {
  const { challenge, ...subject } = use
  return {
    ...subject,
    challengeHash: sha256(challenge),
    flowHash: spender.flow === undefined ? undefined : sha256(spender.flow),
    networkHash: hashNetwork(deps, spender.ip),
    nowMs: deps.clock.nowMs(),
  }
}

/**
 * Reads the challenge that a response is for; the login's statement uses it up.
 *
 * @throws ApiError `invalid_credentials` when there is none, or it is of another relying party than the client names; RowRefused.
 */
export async function requireChallenge(
  deps: Deps,
  response: ChallengeResponse,
  relyingParty: string | undefined,
): Promise<StoredChallenge> {
  const stored = await readChallenge(deps.db, response)
  const signed = stored && {
    key: deps.keyEncryption,
    of: authenticRows.passkeyChallenge,
    row: stored,
  }
  if (signed && !isRowMac(signed.row.mac, signed)) {
    throw refuseRow(deps, { table: 'passkey_challenge', appId: response.appId })
  }
  const isNamed = relyingParty === undefined || relyingParty === stored?.relying_party
  if (stored === undefined || !isNamed) throw new ApiError('invalid_credentials')
  return stored
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

/** HMAC under a pepper: there are few enough IPv4 addresses to try them all. */
function hashNetwork(deps: Pick<Deps, 'keyEncryption'>, ip: string): Uint8Array {
  const pepper = deps.keyEncryption.derive('passkey-network')
  return createHmac('sha256', pepper)
    .update(networkOf(ip, { ipv4: 32, ipv6: 48 }))
    .digest()
}
