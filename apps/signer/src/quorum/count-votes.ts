import { isSignedBy, type MemberKey, readPublicKey } from './public-key.js'
import { type GovernedAct, type KeyRole, mayAct } from './roles.js'

/** A user who is a member: by any of the keys that the user's tokens were exchanged for and that are alive. */
export interface QuorumUser {
  userId: string
  keys: readonly { spki: string; expiresAtMs: number }[]
}

/** Who has to sign: keys and users, and how many of them. Null wants all. */
export interface FlatQuorum {
  /** SPKI in base64. */
  keys: readonly string[]
  users: readonly QuorumUser[]
  threshold: number | null
  /** Of a registered key: it votes only for what its role may do. Quorums without one may do everything. */
  role?: KeyRole
}

/** A quorum with others as members, each of which has one vote once its own threshold is met. */
export interface Quorum extends FlatQuorum {
  nested: readonly FlatQuorum[]
}

/** The votes for a request. */
export interface Votes {
  /** Ids of the keys that count, each once. */
  keyIds: readonly string[]
  /** Members that have voted, and how many have to. */
  cast: number
  needed: number
}

interface Signed {
  /** Forms of the request that clients sign. */
  payloads: readonly Uint8Array[]
  signatures: readonly string[]
  nowMs: number
  act: GovernedAct
}

interface Count extends Pick<Signed, 'nowMs' | 'act'> {
  hasSigned: (spki: string) => string | undefined
  used: Set<string>
}

/** More signatures than that are not looked at: each is work. */
const mostSignatures = 40

/**
 * Counts the members that have signed. Each key has one vote in all, however often it is a member and in whatever spelling; what does not
 * verify is skipped.
 */
export function countVotes(quorum: Quorum, { payloads, signatures, nowMs, act }: Signed): Votes {
  const candidates = signatures.slice(0, mostSignatures)
  const used = new Set<string>()
  const hasSigned = (spki: string): string | undefined => {
    const member = readPublicKey(spki)
    if (!member || used.has(member.id)) return undefined
    return candidates.some((signature) => isSigned(member, payloads, signature))
      ? member.id
      : undefined
  }
  const count: Count = { hasSigned, used, nowMs, act }
  const direct = castIn(quorum, count)
  const nested = quorum.nested.filter((each) => {
    const before = new Set(used)
    if (castIn(each, count) >= needed(each)) return true
    // Its keys have not voted: another quorum may count them.
    for (const id of used) if (!before.has(id)) used.delete(id)
    return false
  }).length
  return {
    keyIds: [...used],
    cast: direct + nested,
    needed: quorum.threshold ?? quorum.keys.length + quorum.users.length + quorum.nested.length,
  }
}

function castIn({ keys, users, role }: FlatQuorum, { hasSigned, used, nowMs, act }: Count): number {
  if (role !== undefined && !mayAct(role, act)) return 0
  const members = [
    ...keys.map((spki) => [spki]),
    // A key that a token was exchanged for signs, and changes nothing: a thief of the token could lift what limits it.
    ...users.map((user) =>
      user.keys.filter((key) => act === 'sign' && key.expiresAtMs > nowMs).map(({ spki }) => spki),
    ),
  ]
  return members.filter((own) => {
    const id = own.map(hasSigned).find((each) => each !== undefined)
    if (id !== undefined) used.add(id)
    return id !== undefined
  }).length
}

/** At least one: a quorum inside without members, such as one that was deleted, has no vote. */
function needed({ keys, users, threshold }: FlatQuorum): number {
  return Math.max(1, threshold ?? keys.length + users.length)
}

function isSigned(member: MemberKey, payloads: readonly Uint8Array[], signature: string): boolean {
  return payloads.some((payload) => isSignedBy(member, { payload, signature }))
}
