import { type Approval, type Change, type Effects, isSame } from './effects.js'
import { type LogEntry, readLogs } from './read-logs.js'

/** One JSON-RPC call to the app's node, which rejects when the node refuses it. */
export type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A call of a transaction; a quantity is in wei. */
export interface SimulatedCall {
  to: string | null
  value: bigint
  data: string
}

/** Approvals that are compared with what is allowed already; further ones count as new. */
const mostAllowances = 8
/** The selectors of allowance(address,address) and isApprovedForAll(address,address). */
const selectors = { allowance: '0xdd62ed3e', isApprovedForAll: '0xe985e9c5' } as const

/**
 * What `calls` of the wallet, one after the other, would do now by `eth_simulateV1`; null when the node does not know the
 * method, does not answer, or one of them fails.
 */
export async function simulateEthereum(
  request: { wallet: string; calls: readonly SimulatedCall[] },
  { read }: { read: Read },
): Promise<Effects | null> {
  const { wallet, calls } = request
  const asked = calls.map(({ to, value, data }) => ({
    from: wallet,
    ...(to === null ? {} : { to }),
    value: `0x${value.toString(16)}`,
    data,
  }))
  const options = {
    blockStateCalls: [{ calls: asked }],
    // Transfers of the native coin are in the log too.
    traceTransfers: true,
    // The fee and the nonce are looked at elsewhere.
    validation: false,
  }
  try {
    const answer = await read('eth_simulateV1', [options, 'latest'])
    const logs = logsOf(answer, calls.length)
    if (logs === null) return null
    const { changes, ...effects } = readLogs(logs, wallet)
    const approvals = await newApprovals(effects.approvals, { wallet, read })
    return { ...effects, approvals, changes: withCoins(changes, request) }
  } catch {
    // A node without the method, or without an answer: not knowing is a state of its own on the screen.
    return null
  }
}

/** The logs of all calls; null when one failed, or when the answer is not that of the method. */
function logsOf(answer: unknown, count: number): LogEntry[] | null {
  const [block] = Array.isArray(answer) ? answer : []
  const { calls } = fieldsOf(block)
  if (!Array.isArray(calls) || calls.length !== count) return null
  const results = calls.map(fieldsOf)
  if (results.some(({ status, logs }) => Number(status) !== 1 || !Array.isArray(logs))) return null
  // Each was checked to be a list.
  const entries = results.flatMap(({ logs }) => logs as unknown[]).map(entryOf)
  return entries.every((entry) => entry !== null) ? entries : null
}

function entryOf(value: unknown): LogEntry | null {
  const { address, topics, data } = fieldsOf(value)
  if (typeof address !== 'string' || typeof data !== 'string' || !Array.isArray(topics)) return null
  const isWhole = topics.every((topic) => /^0x[0-9a-f]{64}$/i.test(String(topic)))
  return isWhole ? { address, data, topics: topics.map(String) } : null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The changes with the coins that the calls themselves send, for nodes that do not write those into the log. */
function withCoins(
  changes: readonly Change[],
  { wallet, calls }: { wallet: string; calls: readonly SimulatedCall[] },
): readonly Change[] {
  const isTraced = changes.some(({ token, account }) => token === null && isSame(account, wallet))
  if (isTraced) return changes
  const sent = calls.flatMap(({ to, value }): Change[] => {
    if (value === 0n || to === null) return []
    const coin = { token: null, id: null }
    return [
      { ...coin, account: wallet, units: -value },
      { ...coin, account: to, units: value },
    ]
  })
  return [...changes, ...sent]
}

/** The approvals that allow more than before: many tokens also log an allowance of which a part was used. */
async function newApprovals(
  approvals: readonly Approval[],
  { wallet, read }: { wallet: string; read: Read },
): Promise<readonly Approval[]> {
  const checked = approvals.slice(0, mostAllowances).map(async (approval) => {
    const before = await allowed(approval, { wallet, read })
    const { units } = approval
    const isNew = before === null || before < (units === 'unlimited' ? mostUnits : units)
    return isNew ? [approval] : []
  })
  return [...(await Promise.all(checked)).flat(), ...approvals.slice(mostAllowances)]
}

const mostUnits = 2n ** 160n - 1n

/** What the party may take already; null when it is not known. */
async function allowed(
  { token, party, id, units }: Approval,
  { wallet, read }: { wallet: string; read: Read },
): Promise<bigint | null> {
  if (id !== null) return null
  const word = (address: string) => address.toLowerCase().replace(/^0x/, '').padStart(64, '0')
  const ask = async (selector: string) => {
    const data = `${selector}${word(wallet)}${word(party)}`
    const answer = await read('eth_call', [{ to: token, data }, 'latest'])
    const isNumber = typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)
    return isNumber ? BigInt(answer) : null
  }
  const tokens = await ask(selectors.allowance).catch(() => null)
  if (tokens !== null || units !== 'unlimited') return tokens
  const isForAll = await ask(selectors.isApprovedForAll).catch(() => null)
  return isForAll === 1n ? mostUnits : null
}
