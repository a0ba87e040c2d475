import { RpcError } from '../errors.js'
import { chainIdOf, objectOf } from '../providers/ethereum-parameters.js'
import { isSameAddress } from '../wallet/accounts.js'

/** One call of a batch, with 0x hex as JSON-RPC has it. */
export interface BatchCall {
  to?: `0x${string}`
  data?: `0x${string}`
  value?: `0x${string}`
}

/** What an app asked of a wallet beside the calls (EIP-5792), by name. */
type AskedCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A batch as `wallet_sendCalls` was given it. */
export interface CallBatch {
  /** The app's own; the wallet makes one where it is left out. */
  id: string | null
  chainId: number
  /** Whether all calls or none have to take effect. */
  atomicRequired: boolean
  calls: readonly BatchCall[]
  capabilities: AskedCapabilities
}

/** Longest id of a batch, as 0x hex of 4,096 bytes (EIP-5792). */
const longestId = 8_194

const invalid = (message: string) => new RpcError(-32602, { message })

/**
 * The batch in the parameters of `wallet_sendCalls`, for the account at `address`.
 *
 * @param known  Names of the capabilities that the account has on the chain.
 * @throws RpcError -32602 naming the field, 4100 for another account, 5700 for a capability that is neither known nor optional.
 */
export function readCalls(
  params: unknown,
  { address, known }: { address: string; known: (chainId: number) => readonly string[] },
): CallBatch {
  const given = objectOf(params)
  const { version, id = null, from, atomicRequired, calls } = given
  if (typeof version !== 'string' || !/^2(\.|$)/.test(version))
    throw invalid('version must be 2.0.0')
  if (id !== null && (typeof id !== 'string' || id === '' || id.length > longestId))
    throw invalid('id must be a text of at most 4096 bytes')
  if (from !== undefined && (typeof from !== 'string' || !isSameAddress(from, address)))
    throw new RpcError(4100)
  if (typeof atomicRequired !== 'boolean') throw invalid('atomicRequired must be true or false')
  if (!Array.isArray(calls) || calls.length === 0) throw invalid('calls must hold a call')
  const chainId = chainIdOf(given.chainId)
  const names = known(chainId)
  const capabilities = readCapabilities(given.capabilities, 'capabilities', names)
  for (const [at, call] of calls.entries())
    readCapabilities(call?.capabilities, `calls[${at}].capabilities`, names)
  return { id, chainId, atomicRequired, capabilities, calls: calls.map(readCall) }
}

function readCall(call: unknown, at: number): BatchCall {
  if (!call || typeof call !== 'object') throw invalid(`calls[${at}] must be an object`)
  const { to, data, value } = call as Record<string, unknown> // each field is checked below
  if (to !== undefined && !isHex(to, 40)) throw invalid(`calls[${at}].to must be an address`)
  if (data !== undefined && (!isHex(data) || data.length % 2 === 1))
    throw invalid(`calls[${at}].data must be 0x hex`)
  if (value !== undefined && (!isHex(value) || value.length > 66 || value === '0x'))
    throw invalid(`calls[${at}].value must be 0x hex`)
  if (to === undefined && data === undefined) throw invalid(`calls[${at}] needs to or data`)
  return {
    ...(to !== undefined && { to }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value }),
  }
}

/** The capabilities that are understood; others may be left out where they say so. */
function readCapabilities(
  given: unknown,
  place: string,
  known: readonly string[],
): AskedCapabilities {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object') throw invalid(`${place} must be an object`)
  const understood: Record<string, Record<string, unknown>> = {}
  for (const [name, asked] of Object.entries(given)) {
    if (!asked || typeof asked !== 'object') throw invalid(`${place}.${name} must be an object`)
    if (known.includes(name)) understood[name] = asked
    else if (asked.optional !== true)
      throw new RpcError(5700, { message: `This wallet does not support ${name}` })
  }
  return understood
}

function isHex(value: unknown, digits?: number): value is `0x${string}` {
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) return false
  return digits === undefined || value.length === digits + 2
}
