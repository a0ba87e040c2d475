import { ApiError } from '@sallyport/contract'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { TransferFacts } from '../../db/wallet-api-tables.js'
import type { Deps } from '../../deps.js'
import type { Asset } from '../../wallet-api/assets.js'
import { draftTransaction } from '../../wallet-api/send/ethereum-draft.js'
import type { LaneView } from '../../wallet-api/send/lane-view.js'
import type { Draft } from '../../wallet-api/send/send.js'
import { bitcoinTransfer } from './bitcoin-transfer.js'
import { solanaTransfer } from './solana-transfer.js'
import { tokenTransfer } from './token-transfer.js'

/** What carries a transfer out, built in the lane of its wallet. */
interface Transfer {
  wallet: ServerWalletRow
  asset: Asset
  facts: TransferFacts
}

/**
 * Builds the call that carries a transfer out.
 *
 * @throws ApiError `insufficient_funds`, `invalid_data` for a destination that can't have it.
 */
export async function draftTransfer(
  deps: Deps,
  lane: LaneView,
  transfer: Transfer,
): Promise<Draft> {
  const { caip2 } = transfer.asset
  if (caip2.startsWith('eip155:')) return draftOnEthereum(deps, lane, transfer)
  if (caip2.startsWith('bip122:')) return draftOnBitcoin(deps, lane, transfer)
  return draftOnSolana(deps, transfer)
}

async function draftOnEthereum(
  deps: Deps,
  lane: LaneView,
  { wallet, asset: { address, caip2 }, facts }: Transfer,
): Promise<Draft> {
  const raw = BigInt(facts.raw)
  const to = lower(facts.destination)
  const moved =
    address === null
      ? { to, value: raw }
      : {
          to: lower(address),
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, raw] }),
        }
  const chain_id = BigInt(caip2.slice('eip155:'.length))
  const sender = lower(wallet.address ?? '')
  const asked = { ...moved, chain_id }
  const draft = await draftTransaction(deps.broadcast, lane, { caip2, sender, asked })
  const transaction = {
    ...moved,
    ...('value' in moved && { value: toHex(moved.value) }),
    chain_id: toHex(chain_id),
  }
  return {
    ...draft,
    built: { rpc: { method: 'eth_sendTransaction', caip2, params: { transaction } } },
  }
}

async function draftOnSolana(
  { broadcast }: Deps,
  { wallet, asset: { address: mint, caip2 }, facts }: Transfer,
): Promise<Draft> {
  const move = {
    ...{ caip2, from: wallet.address ?? '', to: facts.destination },
    amount: BigInt(facts.raw),
  }
  const transaction =
    mint === null
      ? await solanaTransfer(broadcast, move)
      : await tokenTransfer(broadcast, { ...move, mint, decimals: facts.decimals })
  const params = { transaction, encoding: 'base64' }
  return { built: { rpc: { method: 'signAndSendTransaction', caip2, params } } }
}

async function draftOnBitcoin(
  { broadcast }: Deps,
  lane: LaneView,
  { wallet, asset: { caip2 }, facts }: Transfer,
): Promise<Draft> {
  const { psbt, outpoints } = await bitcoinTransfer(broadcast, lane, {
    ...{ caip2, from: wallet.address ?? '', to: facts.destination, sats: BigInt(facts.raw) },
  })
  const params = { psbt, encoding: 'base64' }
  return { outpoints, built: { rpc: { method: 'bitcoin_sendPsbt', caip2, params } } }
}

function lower(address: string): `0x${string}` {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return address.toLowerCase() as `0x${string}` // By its form.
  throw new ApiError('invalid_data', { message: 'Not an address of the network' })
}
