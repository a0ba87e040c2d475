import { loginChainTypes } from './login-chains.js'
import type { ChainType } from './primitives.js'

/** What differs between chains wherever no key is involved; keys are `crypto/chains/<chain>`. */
interface EmbeddedChainFacts {
  /** Shown to developers; end users read the copy catalogues. */
  name: string
  /** CAIP-2 id of the main network: `chain_id` of a linked embedded wallet. */
  caip2: string
  /** Names a root by its first address on this chain (wire reference §20.4). */
  verifier: `${ChainType}-address-verifier`
  /** The spelling by which addresses are compared and kept unique. */
  addressKey(address: string): string
  /** Whether an address is the public key itself, which linked accounts then carry as `public_key` too (specification §3). */
  isAddressPublicKey: boolean
}

/** Bitcoin's two kinds of wallet differ in path, address and signature only. */
function bitcoin<T extends 'bitcoin-segwit' | 'bitcoin-taproot'>(name: string, chainType: T) {
  return {
    name,
    caip2: 'bip122:000000000019d6689c085ae165831e93',
    verifier: `${chainType}-address-verifier`,
    // Bech32 may be written in capitals, as in QR codes (BIP-173).
    addressKey: (address: string) => address.toLowerCase(),
    isAddressPublicKey: false,
  } as const
}

/**
 * The chains the kit makes embedded wallets for, in the order in which a login makes them and a shared root is named. A new
 * chain begins with an entry here: the compiler then names every table that needs one too.
 */
export const embeddedChains = {
  ethereum: {
    name: 'Ethereum',
    caip2: 'eip155:1',
    verifier: 'ethereum-address-verifier',
    // Upper and lower case differ by the checksum only (EIP-55).
    addressKey: (address) => address.toLowerCase(),
    isAddressPublicKey: false,
  },
  solana: {
    name: 'Solana',
    caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    verifier: 'solana-address-verifier',
    addressKey: (address) => address,
    isAddressPublicKey: true,
  },
  'bitcoin-segwit': /* @__PURE__ */ bitcoin('Bitcoin (SegWit)', 'bitcoin-segwit'),
  'bitcoin-taproot': /* @__PURE__ */ bitcoin('Bitcoin (Taproot)', 'bitcoin-taproot'),
} as const satisfies Record<ChainType, EmbeddedChainFacts>

/** A chain the kit makes embedded wallets for. */
export type EmbeddedChain = keyof typeof embeddedChains

/** The names of `embeddedChains`, in its order. */
// Written out: a page that only compares names does without the facts, and without the schemas beside `chainTypes`.
export const embeddedChainTypes: readonly EmbeddedChain[] = [
  ...loginChainTypes,
  'bitcoin-segwit',
  'bitcoin-taproot',
]

/** Whether embedded wallets are made for `chainType`. */
export function isEmbeddedChain(chainType: string): chainType is EmbeddedChain {
  return embeddedChainTypes.some((each) => each === chainType)
}

/** Whether two addresses of `chainType` are the same account. */
export function isSameAddressOn(chainType: ChainType, left: string, right: string): boolean {
  if (!isEmbeddedChain(chainType)) return left === right
  const { addressKey } = embeddedChains[chainType]
  return addressKey(left) === addressKey(right)
}

/** The chain whose first address `verifier` says a root is named by; undefined when the kit makes no wallets for it. */
export function chainOfVerifier(verifier: string): EmbeddedChain | undefined {
  return embeddedChainTypes.find((chain) => embeddedChains[chain].verifier === verifier)
}
