/** A request that waited for approvals, as the sandbox answers it. */
export interface ShownIntent {
  id: string
  status: string
  createdAt: number
  expiresAt: number
  signed: number
  needed: number
  approvalUrl: string | null
}

/** What the laboratory of the sandbox has. */
export interface LaboratoryState {
  wallets: { id: string; name: string; address: string; balanceWei: string }[]
  policy: {
    name: string
    rules: {
      id: string
      name: string
      method: string
      action: string
      conditions: { field: string; operator: string; value: string | string[] }[]
    }[]
  }
  limit: { mostWei: string; leftWei: string | null }
  quorum: { name: string; needed: number; members: number }
  /** Email of the user who can approve. */
  approver: string
  payoutWei: string
  intents: ShownIntent[]
}

/** What came of a play. */
export interface Played {
  outcome: 'sent' | 'refused' | 'waiting' | 'approved'
  sentence: string
  hash?: string
  code?: string
}

/** An amount in ether, with as many places as it has, four at most. */
export function ether(wei: string): string {
  const value = Number(BigInt(wei) / 10n ** 14n) / 10_000
  return `${value.toLocaleString('en', { maximumFractionDigits: 4 })} ETH`
}
