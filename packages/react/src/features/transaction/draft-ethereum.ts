import {
  type Authorization,
  type EthereumReading,
  endsAuthorization,
  inertText,
  networkOf,
  readCall,
  type ShownNetwork,
} from '@sallyport/contract/requests'
import type { Chain } from '@sallyport/core'
import type { Amount, Draft } from './preview.js'

/** What an Ethereum transaction says about itself. Quantities may be hex texts, decimal texts, numbers or bigints. */
export function draftEthereum(request: {
  address: string
  chain: Chain
  transaction: Record<string, unknown>
}): Draft {
  const { address, chain, transaction } = request
  const { decimals, symbol } = chain.nativeCurrency
  const spent: Amount = { units: quantity(transaction.value) ?? 0n, decimals, symbol }
  const data = dataOf(transaction)
  const to = textOf(transaction.to)
  // The page has no keccak for checksums: addresses are shown as the app wrote them.
  const action = readCall({ checksum: (text) => text }, { to, data })
  const nonce = quantity(transaction.nonce)
  const gasLimit = quantity(transaction.gas ?? transaction.gasLimit)
  const subject: EthereumReading = {
    ...{ kind: 'ethereum-transaction', action, valueWei: spent.units, maxFeeWei: null },
    ...{ chainId: BigInt(chain.id), nonce, gasLimit },
    data: data === '0x' ? null : inertText(data),
    authorizations: authorizationsOf(transaction.authorizationList),
  }
  return {
    subject,
    action,
    spent,
    network: shownNetwork(chain),
    networkId: `eip155:${chain.id}`,
    from: address,
    call: { to, data },
  }
}

/** The authorizations of a transaction that give a contract control; all zeros end what was authorized before. */
function authorizationsOf(list: unknown): readonly Authorization[] {
  if (!Array.isArray(list)) return []
  const all = list.map((entry: Record<string, unknown> | null) => ({
    contract: textOf(entry?.address) ?? '?',
    chainId: quantity(entry?.chainId) ?? 0n,
    nonce: quantity(entry?.nonce) ?? 0n,
  }))
  return all.filter((each) => !endsAuthorization(each))
}

/** A chain as a screen names it: known networks by their own name, whatever the app calls them. */
function shownNetwork({ id, name, testnet }: Chain): ShownNetwork {
  const known = networkOf(BigInt(id))
  if (known === null) return { name, isTest: testnet === true, colour: null }
  return { name: known.name, isTest: known.isTest, colour: known.colour }
}

/** The call data of a transaction that approves `units` in place of what it approves. */
export function withLimit(transaction: Record<string, unknown>, units: bigint): `0x${string}` {
  // Selector and spender stay; `approve` and `increaseAllowance` end with the amount.
  const head = dataOf(transaction).slice(2, 10 + 64)
  return `0x${head}${units.toString(16).padStart(64, '0')}`
}

/** Reads a quantity in any of the spellings callers use; null when there is none. */
export function quantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)) return BigInt(value)
  return null
}

/** Call data as `0x` hex; empty is `0x`. */
function dataOf(transaction: Record<string, unknown>): string {
  return textOf(transaction.data) ?? textOf(transaction.input) ?? '0x'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
