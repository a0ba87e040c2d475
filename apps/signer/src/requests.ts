import { embeddedChains } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import {
  type AuthorizedRequest,
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/protocols/signer'
import type { Grant } from './grant.js'

/**
 * Reads a signed request, for the wallet of the grant only: what an app's key signed for one wallet is good for no other.
 *
 * @throws CallRefused `invalid_request`.
 */
export function readSignRequest(
  request: AuthorizedRequest,
  { chain, address: ownAddress, id }: Pick<Grant, 'chain' | 'address' | 'id'>,
): DelegatedRequest {
  const parsed = delegatedRequest.safeParse(request.body)
  if (!parsed.success) throw refused('The body is not one of a known method')
  const { chain_type: chainType, address, method } = parsed.data
  const { addressKey } = embeddedChains[chain]
  const isOwn = (named: string) => addressKey(named) === addressKey(ownAddress)
  const named = readName(request.url)
  const isOwnId = named !== undefined && named === id
  const isNamed = named === undefined ? address !== undefined : isOwnId || isOwn(named)
  if (!isNamed) throw refused('Another wallet is named')
  if (address !== undefined && !isOwn(address)) throw refused('Two wallets are named')
  if (delegatedMethods[method] !== chain) throw refused('The method is of another chain')
  if (chainType !== undefined && chainType !== chain) throw refused('Another chain')
  return parsed.data
}

/** The id or address in `…/wallets/{name}/rpc`; undefined for `…/wallets/rpc`, where the body names the wallet. */
function readName(url: string): string | undefined {
  const path = /^https?:\/\/[^/?#]+(?:\/[^/?#]+)*\/wallets(?:\/([A-Za-z0-9]+))?\/rpc$/.exec(url)
  if (!path) throw refused('The URL is not one of a wallet')
  return path[1]
}

function refused(reason: string): CallRefused {
  return new CallRefused('invalid_request', new Error(reason))
}
