import { known, type Seen } from './facts.js'

/**
 * Networks whose coin is a token as well, by chain id: a transfer of that token moves the coin, without a value.
 *
 * @see https://docs.celo.org/what-is-celo/using-celo/protocol/celo-token, the documentation of Metis, Moonbeam, Mezo and Acala of their ERC-20
 *   interfaces
 */
const coinContracts: Readonly<Record<string, string>> = {
  '42220': '0x471ece3750da237f93b8e339c536989b8978a438',
  '11142220': '0x471ece3750da237f93b8e339c536989b8978a438',
  '44787': '0xf194afdf50b03e69bd7d057c1aa9e10c9954e4c9',
  '1088': '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
  '59902': '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
  '1284': '0x0000000000000000000000000000000000000802',
  '1285': '0x0000000000000000000000000000000000000802',
  '1287': '0x0000000000000000000000000000000000000802',
  '31611': '0x7b7c000000000000000000000000000000000000',
  '31612': '0x7b7c000000000000000000000000000000000000',
  '686': '0x0000000000000000000100000000000000000000',
  '787': '0x0000000000000000000100000000000000000000',
}
/**
 * The address by which orders name the coin of any network, and where networks built with Cosmos' EVM have its token.
 *
 * @see https://docs.cosmos.network, WERC20
 */
const coinOfAny = `0x${'ee'.repeat(20)}`

/** The network's own coin: `native`, and the contract that it has as a token. */
export function coinOf(chainId: Seen): Seen {
  return { known: 'native', also: coinContractOf(chainId) ?? coinOfAny }
}

/** An asset by its contract: `native`, and the contract as well, for the one of the network's own coin. */
export function assetOf(contract: string, chainId: Seen): Seen {
  const name = contract.toLowerCase()
  return isCoin(contract, chainId) ? { known: 'native', also: name } : known(name)
}

/** Whether a contract is the network's own coin. */
export function isCoin(contract: string | null, chainId: Seen): boolean {
  const name = contract?.toLowerCase()
  return name !== undefined && (name === coinOfAny || name === coinContractOf(chainId))
}

function coinContractOf(chainId: Seen): string | undefined {
  return typeof chainId === 'object' ? coinContracts[String(chainId.known)] : undefined
}

/** Since Prague, Ethereum's own compiled contracts are at 1 to 17. */
const lastOfEthereum = 0x11
/** The check of P-256 signatures (EIP-7951). */
const signatureCheck = 0x100

/**
 * Whether a call with data runs code of the network itself that may act for its caller, and so move the coin without a value: Moonbeam's batch and bridges,
 * staking and banks of other networks. Hash functions and curves of Ethereum do not, and the coin's own contract is known.
 */
export function isCompiledIn({ to, chainId }: { to: string | null; chainId: Seen }): boolean {
  const digits = /^0x0{36}([0-9a-f]{4})$/i.exec(to ?? '')?.[1]
  if (digits === undefined || isCoin(to, chainId)) return false
  const at = Number.parseInt(digits, 16)
  return at > lastOfEthereum && at !== signatureCheck
}
