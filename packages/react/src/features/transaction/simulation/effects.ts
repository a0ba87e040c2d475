/** An asset of an account: the native coin (`token` null), a token, or one item of a collection (`id`). */
interface Asset {
  /** The token's contract or mint; null for the network's native coin. */
  token: string | null
  id: bigint | null
}

/** How much of an asset an account has more (or, below zero, less) after the simulated transaction. Base units. */
export interface Change extends Asset {
  account: string
  units: bigint
}

/** A right to take tokens out of the wallet that the simulated transaction gives. */
export interface Approval {
  /** The token's contract, or the mint or the token account on Solana. */
  token: string
  /** Who gets the right. */
  party: string
  units: bigint | 'unlimited'
  /** The one item it is about. */
  id: bigint | null
}

/** What a simulation says a transaction does. */
export interface Effects {
  /** Of all accounts that take part. The network fee is not among them. */
  changes: readonly Change[]
  approvals: readonly Approval[]
  /** Accounts of the wallet that someone else controls afterwards. */
  lost: readonly string[]
}

/** What the bytes of a transaction say that it does. */
export interface Expectation {
  /** The most that leaves the wallet. */
  leaves: readonly (Asset & { units: bigint })[]
  /** The least that others get. */
  arrives: readonly Change[]
  approvals: readonly Approval[]
  /** Whether it says that control of an account is given away. */
  givesControl: boolean
}

/**
 * Where a simulation does not fit what was read: more leaves the wallet, a recipient gets less than is sent to it, there is
 * an approval that was not read, or control of an account is lost.
 */
export type Disagreement = 'leaves' | 'arrives' | 'approval' | 'control'

/** What the account has less of, then what it has more of, by asset; assets of which it has as much as before are left out. */
export function changesOf(effects: Effects, account: string): Change[] {
  const sums = new Map<string, Change>()
  for (const change of effects.changes) {
    if (!isSame(change.account, account)) continue
    const key = keyOf(change)
    const before = sums.get(key)?.units ?? 0n
    sums.set(key, { ...change, units: before + change.units })
  }
  const all = [...sums.values()]
  return [...all.filter(({ units }) => units < 0n), ...all.filter(({ units }) => units > 0n)]
}

/** Where `effects` do not fit what was read from the transaction; empty when they do. */
export function compare(
  expected: Expectation,
  effects: Effects,
  wallet: string,
): readonly Disagreement[] {
  const leaves = changesOf(effects, wallet).some(
    (change) => -change.units > total(expected.leaves, change),
  )
  const arrives = expected.arrives.some((promised) => {
    // What a wallet sends to itself comes back as the same change.
    if (promised.units === 0n || isSame(promised.account, wallet)) return false
    const all = expected.arrives.filter(({ account }) => isSame(account, promised.account))
    // What arrives counts, also where the recipient is a contract that passes it on.
    const arrived = effects.changes.filter(
      ({ account, units }) => units > 0n && isSame(account, promised.account),
    )
    return total(arrived, promised) < total(all, promised)
  })
  const found = {
    leaves,
    arrives,
    approval: effects.approvals.some(
      (given) => !expected.approvals.some((read) => covers(read, given)),
    ),
    control: effects.lost.length > 0 && !expected.givesControl,
  } satisfies Record<Disagreement, boolean>
  // The keys are the disagreements.
  return (Object.keys(found) as Disagreement[]).filter((each) => found[each])
}

function covers(read: Approval, given: Approval): boolean {
  if (!isSame(read.token, given.token) || !isSame(read.party, given.party)) return false
  if (read.units === 'unlimited') return true
  // `approve` of ERC-721 has the item's number in the place of the amount.
  if (given.id !== null) return (read.id ?? read.units) === given.id
  return given.units !== 'unlimited' && given.units <= read.units
}

function total(list: readonly (Asset & { units: bigint })[], asset: Asset): bigint {
  const key = keyOf(asset)
  return list.reduce((sum, each) => (keyOf(each) === key ? sum + each.units : sum), 0n)
}

function keyOf({ token, id }: Asset): string {
  return `${token === null ? '' : plain(token)}#${id ?? ''}`
}

/** Whether two spellings are of one account: the case of hex is a checksum, and of base58 part of the address. */
export function isSame(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

function plain(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
