import { ApiError } from '@sallyport/contract'
import { encodeFunctionData, erc20Abi } from 'viem'
import type { Broadcast } from '../ports/broadcast.js'
import type { Asset } from './assets.js'
import { readUtxos, spellFor } from './bitcoin-outputs.js'
import { readQuantity } from './send/fill.js'

/** How much of an asset an address has, in its smallest unit. */
export async function readRaw(
  broadcast: Broadcast,
  { owner, asset: { caip2, address } }: { owner: string; asset: Asset },
): Promise<bigint> {
  const ask = (method: string, params: readonly unknown[]) =>
    broadcast.ask({ caip2, method, params })
  if (caip2.startsWith('bip122:')) return readBitcoin(broadcast, { owner, caip2 })
  if (!caip2.startsWith('eip155:')) return readSolana(ask, owner, address)
  if (address === null) return readQuantity(await ask('eth_getBalance', [owner, 'latest']))
  const args = [owner as `0x${string}`] as const // An address of a wallet on Ethereum.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
  const answer = await ask('eth_call', [{ to: address, data }, 'latest'])
  // A contract that is not there answers nothing.
  return answer === '0x' ? 0n : readQuantity(answer)
}

/** Places of an asset after the point. @throws ApiError `invalid_data` for a contract that does not say. */
export async function requireDecimals(
  broadcast: Broadcast,
  { caip2, address, decimals }: Asset,
): Promise<number> {
  if (decimals !== null) return decimals
  const ask = (method: string, params: readonly unknown[]) =>
    broadcast.ask({ caip2, method, params })
  if (caip2.startsWith('eip155:')) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
    const answer = await ask('eth_call', [{ to: address, data }, 'latest']).catch(() => '0x')
    const places = answer === '0x' ? 256n : readQuantity(answer)
    if (places <= 36n) return Number(places)
  } else {
    const answer = await ask('getTokenSupply', [address]).catch(() => undefined)
    const places = fieldsOf(answer)?.decimals
    if (typeof places === 'number' && places <= 36) return places
  }
  throw new ApiError('invalid_data', { message: `There is no token at ${address}` })
}

/** What is unspent, in blocks and before them. */
async function readBitcoin(
  broadcast: Broadcast,
  { owner, caip2 }: { owner: string; caip2: string },
): Promise<bigint> {
  const path = `/address/${spellFor(caip2, owner)}/utxo`
  const utxos = readUtxos(await broadcast.read({ caip2, path }))
  return utxos.reduce((sum, { value }) => sum + value, 0n)
}

async function readSolana(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  owner: string,
  mint: string | null,
): Promise<bigint> {
  if (mint === null) {
    const value = (await ask('getBalance', [owner])) as { value?: unknown } | null
    return BigInt(typeof value?.value === 'number' ? value.value : 0)
  }
  const answer = (await ask('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed' },
  ])) as { value?: readonly unknown[] } | null
  const amounts = (answer?.value ?? []).map((each) => amountOf(each))
  return amounts.reduce((sum, each) => sum + each, 0n)
}

/** `account.data.parsed.info.tokenAmount.amount` of an account of tokens. */
function amountOf(account: unknown): bigint {
  let found: unknown = account
  for (const name of ['account', 'data', 'parsed', 'info', 'tokenAmount', 'amount'])
    found = isRecord(found) ? found[name] : undefined
  return typeof found === 'string' && /^\d{1,20}$/.test(found) ? BigInt(found) : 0n
}

function fieldsOf(answer: unknown): Record<string, unknown> | undefined {
  const value = isRecord(answer) ? answer.value : undefined
  return isRecord(value) ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
