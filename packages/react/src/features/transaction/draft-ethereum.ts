import { endsAuthorization, networkOf, readCall } from '@sallyport/contract/requests'
import type { Chain } from '@sallyport/core'
import type { ShownNetwork } from '../../ui/network-name.js'
import { type Amount, type Detail, type Draft, isAboutToken } from './preview.js'

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
  return {
    action,
    spent,
    network: shownNetwork(chain),
    networkId: `eip155:${chain.id}`,
    from: address,
    call: { to, data },
    authorized: contractsOf(transaction.authorizationList),
    details: [
      ...(isAboutToken(action) && to ? [{ label: 'tokenContract', value: to } as const] : []),
      ...detailsOf(transaction, data),
    ],
  }
}

/** The contracts that the authorizations of a transaction are for; all zeros end what was authorized before. */
function contractsOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return []
  const contracts = list.map((entry: { address?: unknown } | null) => textOf(entry?.address) ?? '?')
  return contracts.filter((contract) => !endsAuthorization({ contract }))
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

function detailsOf(transaction: Record<string, unknown>, data: string): Detail[] {
  const details: Detail[] = []
  if (data !== '0x') {
    details.push({ label: 'function', value: data.slice(0, 10) }, { label: 'data', value: data })
  }
  const nonce = quantity(transaction.nonce)
  if (nonce !== null) details.push({ label: 'nonce', value: nonce.toString() })
  const gas = quantity(transaction.gas ?? transaction.gasLimit)
  if (gas !== null) details.push({ label: 'gasLimit', value: gas.toString() })
  return details
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
