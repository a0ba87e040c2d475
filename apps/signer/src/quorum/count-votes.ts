import { isSignedBy, type MemberKey, readPublicKey } from './public-key.js'

/** A user who is a member: by any of the keys that the user's tokens were exchanged for and that are alive. */
interface QuorumUser {
  userId: string
  keys: readonly { spki: string; expiresAtMs: number }[]
}

/** Who has to sign: keys and users, and how many of them. Null wants all. */
interface FlatQuorum {
  /** SPKI in base64. */
  keys: readonly string[]
  users: readonly QuorumUser[]
  threshold: number | null
}

/** A quorum with others as members, each of which has one vote once its own threshold is met. */
export interface Quorum extends FlatQuorum {
  nested: readonly FlatQuorum[]
}

/** The votes for a request. */
interface Votes {
  /** Ids of the keys that count, each once. */
  keyIds: readonly string[]
  /** Members that have voted, and how many have to. */
  cast: number
  needed: number
}

/** More signatures than that are not looked at: each is work. */
const mostSignatures = 40

/**
 * Counts the members that have signed. Each key has one vote in all, however often it is a member and in whatever spelling; what does not
 * verify is skipped.
 */
export function countVotes(
  quorum: Quorum,
  {
    payload,
    signatures,
    nowMs,
  }: { payload: Uint8Array; signatures: readonly string[]; nowMs: number },
): Votes {
  const candidates = signatures.slice(0, mostSignatures)
  const used = new Set<string>()
  const hasSigned = (spki: string): string | undefined => {
    const member = readPublicKey(spki)
    if (!member || used.has(member.id)) return undefined
    return candidates.some((signature) => isSigned(member, payload, signature))
      ? member.id
      : undefined
  }
  const direct = castIn(quorum, { hasSigned, used, nowMs })
  const nested = quorum.nested.filter((each) => {
    const before = new Set(used)
    const cast = castIn(each, { hasSigned, used, nowMs })
    if (cast >= needed(each)) return true
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

function castIn(
  { keys, users }: FlatQuorum,
  {
    hasSigned,
    used,
    nowMs,
  }: { hasSigned: (spki: string) => string | undefined; used: Set<string>; nowMs: number },
): number {
  const members = [
    ...keys.map((spki) => [spki]),
    ...users.map((user) =>
      user.keys.filter((key) => key.expiresAtMs > nowMs).map(({ spki }) => spki),
    ),
  ]
  return members.filter((own) => {
    const id = own.map(hasSigned).find((each) => each !== undefined)
    if (id !== undefined) used.add(id)
    return id !== undefined
  }).length
}

function needed({ keys, users, threshold }: FlatQuorum): number {
  return threshold ?? keys.length + users.length
}

function isSigned(member: MemberKey, payload: Uint8Array, signature: string): boolean {
  return isSignedBy(member, { payload, signature })
}
