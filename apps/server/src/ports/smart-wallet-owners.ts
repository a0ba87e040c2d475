import type { OwnershipQuestion } from '@sallyport/smart-wallets'

/** Checks whom smart wallets belong to, deployed or not. */
export interface SmartWalletOwners {
  /**
   * Whether the smart wallet at an address is the one of an owner.
   *
   * @param chainId  The number of an EIP-155 chain.
   * @throws Error when the chain's node does not answer.
   */
  isOwnedBy(chainId: string, question: OwnershipQuestion): Promise<boolean>
}

/** A user waits for the answer. */
const timeoutMs = 4_000

/** Asks the factories and contracts by the RPC URL of the chain. `urls` is by chain number. */
export function rpcSmartWalletOwners(urls: ReadonlyMap<string, string>): SmartWalletOwners {
  return {
    async isOwnedBy(chainId, question) {
      const rpcUrl = urls.get(chainId)
      if (rpcUrl === undefined) throw new Error(`No RPC URL for chain ${chainId}`)
      // Few logins need it.
      const library = await import('@sallyport/smart-wallets')
      return library.isOwnedBy({ chainId: Number(chainId), rpcUrl, timeoutMs }, question)
    },
  }
}
