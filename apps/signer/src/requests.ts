import { type DelegationConsent, embeddedChains } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import {
  type AuthorizedRequest,
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/protocols/signer'

/**
 * Reads a signed request, for the wallet of the consent only: what an app's key signed for one wallet is good for no other.
 *
 * @throws CallRefused `invalid_request`.
 */
export function readDelegatedRequest(
  request: AuthorizedRequest,
  consent: DelegationConsent,
): DelegatedRequest {
  const parsed = delegatedRequest.safeParse(request.body)
  if (!parsed.success) throw refused('The body is not one of a known method')
  const { chain_type: chainType, address, method } = parsed.data
  const { addressKey } = embeddedChains[consent.chainType]
  const own = addressKey(consent.address)
  const named = readAddress(request.url) ?? address
  if (named === undefined || addressKey(named) !== own) throw refused('Another wallet is named')
  if (address !== undefined && addressKey(address) !== own) throw refused('Two wallets are named')
  if (delegatedMethods[method] !== consent.chainType)
    throw refused('The method is of another chain')
  if (chainType !== undefined && chainType !== consent.chainType) throw refused('Another chain')
  return parsed.data
}

/** The address in `…/wallets/{address}/rpc`; undefined for `…/wallets/rpc`, where the body names it. */
function readAddress(url: string): string | undefined {
  const path = /^https?:\/\/[^/?#]+(?:\/[^/?#]+)*\/wallets(?:\/([A-Za-z0-9]+))?\/rpc$/.exec(url)
  if (!path) throw refused('The URL is not one of a wallet')
  return path[1]
}

function refused(reason: string): CallRefused {
  return new CallRefused('invalid_request', new Error(reason))
}
