import type { BitcoinNetwork, Utxo } from '@sallyport/contract/requests'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'

/** Where each network is read that the app gives no URL for; none for networks on this machine. */
const publicUrls = {
  mainnet: 'https://blockstream.info/api',
  testnet: 'https://blockstream.info/testnet/api',
  regtest: null,
} as const satisfies Record<BitcoinNetwork, string | null>
const requestTimeoutMs = 20_000
/** A rate above this is a mistake of the server, in satoshis for each virtual byte. */
const highestFeeRate = 1_000

/** The Bitcoin network the app uses. */
export function bitcoinNetworkOf({ options }: Pick<SallyportClient, 'options'>): BitcoinNetwork {
  return options.bitcoin?.network ?? 'mainnet'
}

/** What an address holds, in satoshis: in blocks, and in transactions that wait for one (negative when they spend). */
export interface BitcoinBalance {
  confirmedSats: bigint
  pendingSats: bigint
}

/** The calls of Esplora's HTTP API (Blockstream) that wallets need. */
export function esploraOf(client: SallyportClient) {
  const ask = (path: string, body?: string) => askEsplora(client, path, body)
  return {
    async balance(address: string): Promise<BitcoinBalance> {
      const answer = objectOf(await ask(`/address/${address}`))
      const held = (stats: unknown) => {
        const { funded_txo_sum: funded, spent_txo_sum: spent } = objectOf(stats)
        return satsOf(funded) - satsOf(spent)
      }
      return { confirmedSats: held(answer.chain_stats), pendingSats: held(answer.mempool_stats) }
    },
    async utxos(address: string): Promise<Utxo[]> {
      const answer = await ask(`/address/${address}/utxo`)
      if (!Array.isArray(answer)) throw unreadable()
      return answer.map((each): Utxo => {
        const { txid, vout, value, status } = objectOf(each)
        if (!/^[0-9a-f]{64}$/.test(String(txid)) || !Number.isInteger(vout)) throw unreadable()
        const isConfirmed = objectOf(status).confirmed === true
        return { txid: String(txid), vout: Number(vout), value: satsOf(value), isConfirmed }
      })
    },
    /** Whole satoshis for each virtual byte, to be in one of the next blocks; 1 where the server does not say. */
    async feeRate(): Promise<bigint> {
      const rates = objectOf(await ask('/fee-estimates'))
      const rate = Math.ceil(Number(rates['3'] ?? rates['6'] ?? 1))
      return BigInt(Math.min(Math.max(Number.isFinite(rate) ? rate : 1, 1), highestFeeRate))
    },
    /** A transaction in hex. */
    transaction: async (txid: string): Promise<string> => String(await ask(`/tx/${txid}/hex`)),
    async isConfirmed(txid: string): Promise<boolean> {
      return objectOf(await ask(`/tx/${txid}/status`)).confirmed === true
    },
    /** Sends a signed transaction (hex) to the network and gives its id. @throws RpcError what the node answered. */
    broadcast: async (hex: string): Promise<string> => String(await ask('/tx', hex)),
  }
}

async function askEsplora(
  client: SallyportClient,
  path: string,
  body: string | undefined,
): Promise<unknown> {
  const { bitcoin } = client.options
  const url = bitcoin?.esploraUrl ?? publicUrls[bitcoinNetworkOf(client)]
  if (url === null) throw new RpcError(4901, { message: 'Set esploraUrl for this network' })
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  let answer: { ok: boolean; text: string }
  try {
    const response = await client.environment.fetch(`${url.replace(/\/+$/, '')}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      signal: timeout,
    })
    answer = { ok: response.ok, text: await response.text() }
  } catch (cause) {
    if (timeout.aborted) throw new ClientError('client_request_timeout', { cause })
    throw new ClientError('offline', { message: 'The Bitcoin server cannot be reached', cause })
  }
  if (!answer.ok) throw new RpcError(-32603, { message: answer.text.slice(0, 300) })
  return parsed(answer.text)
}

/** JSON where it is JSON; ids and transactions come as plain text, which may look like a number. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text.trim()
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (!value || typeof value !== 'object') throw unreadable()
  return { ...value }
}

function satsOf(value: unknown): bigint {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw unreadable()
  return BigInt(Number(value))
}

function unreadable(): ClientError {
  return new ClientError('offline', { message: 'The Bitcoin server gave no readable answer' })
}
