import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { scriptOfAddress, spellBitcoinAddress } from '@sallyport/contract/requests'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import { Refusal } from './check-transaction.js'
import { statsOf, statusOf, transactionJson, utxoJson } from './esplora-json.js'
import type { BitcoinLedger } from './ledger.js'

type Answer = { status?: number; body: unknown }

/** Longest transaction a node relays, in hex. */
const longestBody = 800_000

/** Satoshis for each virtual byte, by blocks to wait: always the same here. */
const feeEstimates = { '1': 8, '3': 4, '6': 2, '144': 1 }

/**
 * Serves the part of Esplora's HTTP API (Blockstream) that wallets use. Any web page may call it, as on public servers, but only by the
 * name of this machine.
 */
export function createEsploraServer(ledger: BitcoinLedger): Server {
  return createServer((request, response) => {
    handle(ledger, request, response).catch(() => response.destroy())
  })
}

async function handle(
  ledger: BitcoinLedger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnHost(request)) return void response.writeHead(421).end()
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  const { status = 200, body } = await answer(ledger, request)
  const isText = typeof body === 'string' || typeof body === 'number'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
  response.end(isText ? String(body) : JSON.stringify(body))
}

async function answer(ledger: BitcoinLedger, request: IncomingMessage): Promise<Answer> {
  const parts = (request.url ?? '/').split('?')[0]?.split('/').slice(1) ?? []
  if (request.method === 'POST') {
    return parts.join('/') === 'tx' ? broadcast(ledger, request) : notFound()
  }
  const [area = '', name = '', what = '', index = ''] = parts
  switch (area) {
    case 'fee-estimates':
      return { body: feeEstimates }
    case 'blocks':
      return parts.join('/') === 'blocks/tip/height' ? { body: ledger.height } : notFound()
    case 'address':
      return addressAnswer(ledger, { address: name, what })
    case 'tx':
      return transactionAnswer(ledger, { txid: name, what, index })
    default:
      return notFound()
  }
}

async function broadcast(ledger: BitcoinLedger, request: IncomingMessage): Promise<Answer> {
  try {
    return { body: ledger.broadcast((await readText(request, longestBody)).trim()) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { status: 413, body: 'Too long' }
    // As Esplora passes on what the node said.
    const message = { code: -26, message: error.message }
    return { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify(message)}` }
  }
}

function addressAnswer(
  ledger: BitcoinLedger,
  { address, what }: { address: string; what: string },
): Answer {
  const script = scriptOfAddress(address)
  if (script === null) return { status: 400, body: 'Invalid Bitcoin address' }
  if (what === 'utxo') return { body: ledger.unspent(script).map(utxoJson) }
  const touching = ledger.touching(script)
  if (what === 'txs') return { body: touching.map(transactionJson) }
  if (what !== '') return notFound()
  const isMined = touching.filter(({ block }) => block !== null)
  return {
    body: {
      address: spellBitcoinAddress(address, 'regtest'),
      chain_stats: statsOf(isMined, script),
      mempool_stats: statsOf(
        touching.filter(({ block }) => block === null),
        script,
      ),
    },
  }
}

function transactionAnswer(
  ledger: BitcoinLedger,
  { txid, what, index }: { txid: string; what: string; index: string },
): Answer {
  const transaction = ledger.find(txid)
  if (!transaction) return { status: 404, body: 'Transaction not found' }
  switch (what) {
    case '':
      return { body: transactionJson(transaction) }
    case 'hex':
      return { body: transaction.hex }
    case 'status':
      return { body: statusOf(transaction) }
    case 'outspend': {
      const spender = ledger.spenderOf(txid, Number(index))
      return {
        body: spender
          ? { spent: true, txid: spender.txid, status: statusOf(spender) }
          : { spent: false },
      }
    }
    default:
      return notFound()
  }
}

function notFound(): Answer {
  return { status: 404, body: 'endpoint does not exist' }
}
