import { RpcError } from '../errors.js'
import type { Chain, ClientOptions } from '../types.js'
import { requireChain } from './chains.js'
import { chainIdOf, objectOf } from './ethereum-parameters.js'

/** What a provider knows of itself. */
interface AccountMethodDeps {
  options: ClientOptions
  /** The wallet's address; undefined while its user is not signed in. */
  findAddress(): string | undefined
  chain(): Chain
  switchTo(chain: Chain): void
}

/** The methods about accounts and chains, by name; these never ask the user. */
export function createAccountMethods({
  options,
  findAddress,
  chain,
  switchTo,
}: AccountMethodDeps): Readonly<Record<string, (params: unknown) => unknown>> {
  const chainOf = (params: unknown) => requireChain(options, chainIdOf(objectOf(params).chainId))
  return {
    eth_accounts: () => [findAddress()].filter((address) => address !== undefined),
    eth_requestAccounts() {
      const address = findAddress()
      if (!address) throw new RpcError(4100)
      return [address]
    },
    eth_coinbase: () => findAddress() ?? null,
    eth_chainId: () => hexIdOf(chain()),
    net_version: () => String(chain().id),
    wallet_switchEthereumChain(params) {
      switchTo(chainOf(params))
      return null
    },
    wallet_addEthereumChain(params) {
      chainOf(params)
      return null
    },
  }
}

/** The chain id as JSON-RPC spells it. */
export function hexIdOf({ id }: Chain): string {
  return `0x${id.toString(16)}`
}
