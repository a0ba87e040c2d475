import type { Answer } from './answers.js'

const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
} as const
const coins = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A transfer of coins (no `token`) or tokens, or an approval, in the log of a simulated transaction. */
export interface SimulatedEvent {
  kind: keyof typeof topics
  token?: string
  from: string
  to: string
  units: bigint
  /** One item of a collection (ERC-721) instead of units. */
  item?: bigint
}

/** What a node answers to `eth_simulateV1` for a call that wrote `events`. */
export const simulation =
  (...events: readonly SimulatedEvent[]): Answer =>
  () => [{ calls: [{ status: '0x1', returnData: '0x', gasUsed: '0x1', logs: events.map(logOf) }] }]

function logOf({ kind, token = coins, from, to, units, item }: SimulatedEvent) {
  const word = (hex: string) => `0x${hex.toLowerCase().replace('0x', '').padStart(64, '0')}`
  return {
    address: token,
    topics: [
      ...[topics[kind], word(from), word(to)],
      ...(item === undefined ? [] : [word(item.toString(16))]),
    ],
    data: item === undefined ? word(units.toString(16)) : '0x',
  }
}

interface Call {
  from: string
  to?: string
  value: string
  data: string
}

/** What a healthy node answers to `eth_simulateV1`: coins are sent, transfers and approvals happen as called. */
export const honestSimulation: Answer = (input) => {
  // The parameters of the method.
  const [{ blockStateCalls }] = input.params as [{ blockStateCalls: [{ calls: Call[] }] }]
  const [{ calls }] = blockStateCalls
  const events = calls.flatMap(({ from, to, value, data }): SimulatedEvent[] => {
    if (to === undefined) return []
    const party = `0x${data.slice(34, 74)}`
    const units = BigInt(`0x${data.slice(74, 138) || '0'}`)
    const [, , second = '', third = ''] = data.match(/^.{10}|.{64}/g) ?? []
    if (data.startsWith('0x42842e0e')) {
      const item = BigInt(`0x${third}`)
      return [{ kind: 'transfer', token: to, from, to: `0x${second.slice(24)}`, units: 1n, item }]
    }
    const kinds = { '0xa9059cbb': 'transfer', '0x095ea7b3': 'approval' } as const
    // Other calls do nothing but take coins.
    const kind = kinds[data.slice(0, 10) as keyof typeof kinds]
    return [
      ...(BigInt(value) > 0n
        ? [{ kind: 'transfer' as const, from, to, units: BigInt(value) }]
        : []),
      ...(kind ? [{ kind, token: to, from, to: party, units }] : []),
    ]
  })
  return simulation(...events)(input)
}

/** What a node answers about a transaction on Solana that leaves its accounts with so many lamports. */
export const lamportsAfter = (...lamports: readonly number[]): Record<string, Answer> => {
  const account = (amount: number) => ({
    ...{ lamports: amount, owner: '1'.repeat(32), data: ['', 'base64'] },
  })
  return {
    getMultipleAccounts: () => ({ value: lamports.map(() => account(2_450_000_000)) }),
    simulateTransaction: () => ({ value: { err: null, accounts: lamports.map(account) } }),
  }
}
