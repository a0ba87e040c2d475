import { embeddedChains } from '@sallyport/contract'
import {
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
  rawSignBody,
  readWalletRpc,
  type WalletRpc,
} from '@sallyport/contract/wallet-api'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import type { Grant } from './grant.js'
import { parseBody } from './policy-rows/parse-body.js'
import type { Asked } from './prepare/prepare.js'
import { invalid } from './refusals.js'

/** A wallet, as a request names it. */
type Named = Pick<Grant, 'chain' | 'address'> & { id?: string }

/**
 * Reads a signed request for a delegated wallet, and for that one only: what an app's key signed for one wallet is good for no other.
 *
 * @throws CallRefused `invalid_request`.
 */
export function readDelegatedRequest(
  request: AuthorizedRequest,
  wallet: Named,
): { delegated: DelegatedRequest; rpc: WalletRpc } {
  const delegated = parseBody(delegatedRequest, request.body)
  requireWallet(request.url, { ...delegated, wallet, calls: ['rpc'] })
  if (delegatedMethods[delegated.method] !== wallet.chain)
    throw invalid('The method is of another chain')
  return { delegated, rpc: readRpc(request.body) }
}

/**
 * Reads a signed request for a server wallet: `…/wallets/{id}/rpc` or `…/wallets/{id}/raw_sign`.
 *
 * @throws CallRefused `invalid_request`.
 */
export function readWalletRequest(request: AuthorizedRequest, wallet: Named): Asked {
  if (request.url.endsWith('/raw_sign')) {
    requireWallet(request.url, { wallet, calls: ['raw_sign'] })
    return { method: 'raw_sign', ...parseBody(rawSignBody, request.body) }
  }
  return readWalletRpcRequest(request, wallet)
}

/** Reads a signed request for rpc of a server wallet, of any method. @throws CallRefused `invalid_request`. */
export function readWalletRpcRequest(request: AuthorizedRequest, wallet: Named): WalletRpc {
  const rpc = readRpc(request.body)
  requireWallet(request.url, { ...rpc, wallet, calls: ['rpc'] })
  return rpc
}

/** Reads a body of rpc. @throws CallRefused `invalid_request` that names the first place that has another form. */
export function readRpc(body: unknown): WalletRpc {
  const { request, problem } = readWalletRpc(body)
  if (request) return request
  if (problem.code === 'not_supported') throw invalid(problem.message)
  const { path, message = 'Invalid' } = problem.issue
  throw invalid(path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`)
}

interface Naming {
  wallet: Named
  /** What the URL may end with. */
  calls: readonly ('rpc' | 'raw_sign' | 'transfer' | 'export')[]
  address?: string | undefined
  chain_type?: string | undefined
  wallet_id?: string | undefined
}

/** Refuses a request whose URL or body names another wallet. @throws CallRefused `invalid_request`. */
export function requireWallet(url: string, named: Naming): void {
  const { wallet, calls, address, chain_type: chainType, wallet_id: walletId } = named
  const { addressKey } = embeddedChains[wallet.chain]
  const isOwn = (text: string) => addressKey(text) === addressKey(wallet.address)
  const inUrl = readName(url, calls)
  const isOwnId = inUrl !== undefined && inUrl === wallet.id
  const isIdInBody = walletId !== undefined && walletId === wallet.id
  const isNamed =
    inUrl === undefined ? address !== undefined || isIdInBody : isOwnId || isOwn(inUrl)
  if (!isNamed) throw invalid('Another wallet is named')
  if (address !== undefined && !isOwn(address)) throw invalid('Two wallets are named')
  // Delegated wallets have no id here: the API finds them by it.
  if (walletId !== undefined && wallet.id !== undefined && walletId !== wallet.id)
    throw invalid('Two wallets are named')
  if (chainType !== undefined && chainType !== wallet.chain)
    throw invalid('chain_type is not the one of the wallet')
}

/** The id or address in `…/wallets/{name}/rpc`; undefined for `…/wallets/rpc`, where the body names the wallet. */
function readName(url: string, calls: Naming['calls']): string | undefined {
  const path = /^https?:\/\/[^?#]+\/wallets(?:\/([A-Za-z0-9]+))?\/([a-z_]+)$/.exec(url)
  if (!path || !calls.some((call) => call === path[2]))
    throw invalid('The URL is not one of a wallet')
  return path[1]
}
