import { ClientError } from '@sallyport/core'

/** One way in which a server takes its price. */
export interface Requirement {
  scheme: string
  /** Null for networks of other kinds. */
  chainId: number | null
  /** In the asset's smallest unit, decimal. */
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Record<string, unknown>
  /** As the server wrote it: it is repeated in the payment. */
  raw: Record<string, unknown>
}

/** What a server asks for by status 402. */
export interface Demand {
  version: 1 | 2
  accepts: readonly Requirement[]
  /** Of version 2: what is paid for. */
  resource: unknown
}

/** Names of networks in version 1; version 2 writes `eip155:8453`. */
const chainIds: Readonly<Record<string, number>> = {
  base: 8453,
  'base-sepolia': 84532,
  polygon: 137,
  'polygon-amoy': 80002,
  avalanche: 43114,
  'avalanche-fuji': 43113,
  sei: 1329,
  'sei-testnet': 1328,
  iotex: 4689,
}

/**
 * Reads the price from an answer with status 402: of version 2 from its header, of version 1 from its body. What no payment can be
 * made of is left out.
 *
 * @throws ClientError `not_supported` for an answer of another form.
 */
export async function readDemand(answer: Response): Promise<Demand> {
  const header = answer.headers.get('payment-required')
  const text = header === null ? await answer.clone().text() : decode(header)
  const { x402Version: version, accepts, resource } = fieldsOf(parse(text))
  if ((version !== 1 && version !== 2) || !Array.isArray(accepts)) {
    const message = 'The server wants a payment, and does not say how by x402'
    throw new ClientError('not_supported', { message })
  }
  return { version, resource, accepts: accepts.flatMap((each) => readRequirement(each) ?? []) }
}

/** Writes the header of the request that pays: its name and value. */
export function writePayment({
  demand: { version, resource },
  requirement: { raw },
  payment: payload,
}: {
  demand: Demand
  requirement: Requirement
  payment: object
}): [name: string, value: string] {
  const { scheme, network } = raw
  return version === 1
    ? ['x-payment', encode({ x402Version: 1, scheme, network, payload })]
    : ['payment-signature', encode({ x402Version: 2, resource, accepted: raw, payload })]
}

function readRequirement(value: unknown): Requirement | null {
  const raw = fieldsOf(value)
  const { scheme, network, asset, payTo, maxTimeoutSeconds = 60, extra } = raw
  const amount = raw.amount ?? raw.maxAmountRequired
  const isAddress = (text: unknown): text is string => /^0x[0-9a-f]{40}$/i.test(String(text))
  if (typeof scheme !== 'string' || !isAddress(asset) || !isAddress(payTo)) return null
  if (typeof amount !== 'string' || !/^\d{1,78}$/.test(amount)) return null
  if (typeof maxTimeoutSeconds !== 'number' || !(maxTimeoutSeconds > 0)) return null
  const chainId = chainIdOf(String(network))
  return {
    ...{ scheme, chainId, amount, asset, payTo, raw },
    maxTimeoutSeconds: Math.floor(maxTimeoutSeconds),
    extra: fieldsOf(extra),
  }
}

function chainIdOf(network: string): number | null {
  const [, id] = /^eip155:(\d{1,15})$/.exec(network) ?? []
  if (id !== undefined) return Number(id)
  return Object.hasOwn(chainIds, network) ? (chainIds[network] ?? null) : null
}

function encode(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(String.fromCharCode(...bytes))
}

function decode(header: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(header), (sign) => sign.charCodeAt(0)))
  } catch {
    // Not base64: refused as what is not JSON.
    return ''
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
