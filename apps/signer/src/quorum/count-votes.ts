import { isSignedBy, type MemberKey, readPublicKey } from './public-key.js'
import { type GovernedAct, type KeyRole, mayAct } from './roles.js'

/** A user who is a member: by any of the keys that the user's tokens were exchanged for and that are alive. */
export interface QuorumUser {
  userId: string
  keys: readonly UserSigningKey[]
}

/** A key that signs for a user, while it lives. */
export interface UserSigningKey {
  spki: string
  expiresAtMs: number
  /** Name of the one request that it signs, in base64url; absent for a key that signs any. */
  boundTo?: string
  /** Made on the approval page, where the user saw the request: it approves changes too. */
  isApproval?: boolean
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
  /** Who has voted, each once: ids of keys, and of users `user:<id>`, who have another key for each request. */
  voters: readonly string[]
  /** Ids of all members' keys that have signed: also in a quorum inside that is not met yet. */
  signedBy: readonly string[]
  /** Members that have voted, and how many have to. */
  cast: number
  needed: number
}

interface Signed {
  /** Name of the request, in base64url. */
  name: string
  /** Forms of the request that clients sign. */
  payloads: readonly Uint8Array[]
  signatures: readonly string[]
  nowMs: number
  act: GovernedAct
}

interface Count extends Pick<Signed, 'nowMs' | 'act' | 'name'> {
  hasSigned: (spki: string) => string | undefined
  /** Members that have voted, by the ids of their keys. */
  used: Map<string, string>
}

/** More signatures than that are not looked at: each is work. */
const mostSignatures = 40

/**
 * Counts the members that have signed. Each key has one vote in all, however often it is a member and in whatever spelling, and each user
 * has one by all of the user's keys; what does not verify is skipped.
 */
export function countVotes(quorum: Quorum, signed: Signed): Votes {
  const { payloads, signatures, nowMs, act, name } = signed
  const candidates = signatures.slice(0, mostSignatures)
  const used = new Map<string, string>()
  const signedBy = new Set<string>()
  const hasSigned = (spki: string): string | undefined => {
    const member = readPublicKey(spki)
    if (!member || used.has(member.id)) return undefined
    return candidates.some((signature) => isSigned(member, payloads, signature))
      ? member.id
      : undefined
  }
  const count: Count = { hasSigned, used, nowMs, act, name }
  const direct = castIn(quorum, count)
  const nested = quorum.nested.filter((each) => {
    const before = new Set(used.keys())
    const isMet = castIn(each, count) >= needed(each)
    for (const id of used.keys()) signedBy.add(id)
    if (isMet) return true
    // Its members have not voted: another quorum may count them.
    for (const id of used.keys()) if (!before.has(id)) used.delete(id)
    return false
  }).length
  return {
    keyIds: [...used.keys()],
    voters: [...used.values()],
    signedBy: [...new Set([...used.keys(), ...signedBy])],
    cast: direct + nested,
    needed: quorum.threshold ?? quorum.keys.length + quorum.users.length + quorum.nested.length,
  }
}

function castIn({ keys, users, role }: FlatQuorum, count: Count): number {
  const { hasSigned, used, act } = count
  if (role !== undefined && !mayAct(role, act)) return 0
  const vote = (voter: string | undefined, own: readonly string[]): boolean => {
    if (voter !== undefined && [...used.values()].includes(voter)) return false
    const id = own.map(hasSigned).find((each) => each !== undefined)
    if (id !== undefined) used.set(id, voter ?? id)
    return id !== undefined
  }
  const byKeys = keys.filter((spki) => vote(undefined, [spki]))
  const byUsers = users.filter((user) => {
    const own = user.keys.filter((key) => mayVote(key, count))
    return vote(
      `user:${user.userId}`,
      own.map(({ spki }) => spki),
    )
  })
  return byKeys.length + byUsers.length
}

/** A key that a token was exchanged for signs, and changes nothing: a thief of the token could lift what limits it. */
function mayVote(key: UserSigningKey, { act, name, nowMs }: Count): boolean {
  if (key.expiresAtMs <= nowMs) return false
  if (key.boundTo !== undefined && key.boundTo !== name) return false
  return act === 'sign' || key.isApproval === true
}

/** At least one: a quorum inside without members, such as one that was deleted, has no vote. */
function needed({ keys, users, threshold }: FlatQuorum): number {
  return Math.max(1, threshold ?? keys.length + users.length)
}

function isSigned(member: MemberKey, payloads: readonly Uint8Array[], signature: string): boolean {
  return payloads.some((payload) => isSignedBy(member, { payload, signature }))
}
