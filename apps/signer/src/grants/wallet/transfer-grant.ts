import { listedToken } from '@sallyport/contract/requests'
import { type TransferInput, transferChainOf, transferInput } from '@sallyport/contract/wallet-api'
import type { SignerInput } from '@sallyport/protocols/signer'
import type { Facts, Move, Unread } from '../../policy/facts.js'
import { readTransferRequest } from '../../policy/read-message.js'
import { spellAddress } from '../../policy/spell.js'
import { parseBody } from '../../policy-rows/parse-body.js'
import type { Asked, Prepared } from '../../prepare/prepare.js'
import { invalid } from '../../refusals.js'
import { readRpc, requireWallet } from '../../requests.js'
import { requireUsualFee } from './filled-fees.js'
import { byOwner } from './token-owner.js'
import { decimalsOfUnlisted } from './transfer-decimals.js'
import type { WalletGrant } from './wallet-grant.js'

/** What a grant allows for a transfer: the transaction that carries it out is the API's, so it is held against what was signed for. */
export function transferGrant(
  grant: WalletGrant,
  { rpc, decimals, request }: SignerInput<'signTransfer'>,
): WalletGrant {
  const transfer = parseBody(transferInput, request.body)
  return {
    ...grant,
    read: ({ url }) => {
      requireWallet(url, { wallet: grant, calls: ['transfer'] })
      return readCarrier(rpc, transfer)
    },
    // What was signed does not include the transaction: the first one is the only one.
    complete: async (given, at) => {
      const completed = await grant.complete({ ...given, rpc }, at)
      return { ...completed, asked: readCarrier(completed.rpc ?? rpc, transfer) }
    },
    prepare: (asked, filled): Prepared => {
      const written = grant.prepare(asked, filled)
      const prepared =
        asked.method === 'signAndSendTransaction'
          ? { ...written, facts: byOwner(written.facts, { asked, transfer }) }
          : written
      const isOwned = grant.quorums.length > 0
      const unlisted = decimalsOfUnlisted(asked, { transfer, told: decimals, isOwned })
      requireUsualFee(prepared.facts, { asked, filled, isTransfer: true })
      requireTransfer(prepared.facts, { transfer, decimals: unlisted })
      return {
        ...prepared,
        facts: readTransferRequest(
          request.body as Record<string, unknown>, // `transferInput` has read it.
          prepared.facts,
        ),
      }
    },
  }
}

/** The call that carries a transfer out. @throws CallRefused `invalid_request` for one of another network, or with numbers of its own. */
function readCarrier(rpc: Record<string, unknown>, { source }: TransferInput): Asked {
  const asked = readRpc(rpc)
  if (!('caip2' in asked) || asked.method === 'wallet_sendCalls' || !isSend(asked.method))
    throw invalid(`${asked.method} sends nothing`)
  if (asked.caip2 !== transferChainOf(source.chain)?.caip2)
    throw invalid('source.chain is another network than the one of the transaction')
  if (asked.method === 'eth_sendTransaction') requireNoNumbers(asked)
  return asked
}

/** Nonce, gas and fees are filled in, where those of a repeated request are compared with what was signed. */
function requireNoNumbers({
  params,
  sponsor,
}: Extract<Asked, { method: 'eth_sendTransaction' }>): void {
  if (sponsor === true) throw invalid('No paymaster pays for a transfer')
  const { to, value, data, from, chain_id, ...others } = params.transaction
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalid(`The transaction of a transfer names ${other}`)
}

function isSend(method: string): boolean {
  return ['eth_sendTransaction', 'signAndSendTransaction', 'bitcoin_sendPsbt'].includes(method)
}

/** Refuses a transaction whose effects are not the one transfer of this asset and amount to this recipient. */
function requireTransfer(
  facts: Facts | Unread,
  { transfer, decimals }: { transfer: TransferInput; decimals: number | null },
): void {
  if ('unread' in facts) throw invalid(`The transfer cannot be read: ${facts.unread}`)
  const [action, ...more] = facts.actions.filter(({ isIncidental }) => !isIncidental)
  const [move, ...others] = action?.moves ?? []
  if (!action || !move || more.length > 0 || others.length > 0 || !action.isWhole)
    throw invalid('The transaction does more than one transfer')
  const { source, destination } = transfer
  const units = unitsOf(transfer.amount ?? source.amount ?? '', decimalsOf(move, source, decimals))
  const isSame =
    move.kind === 'transfer' &&
    isSeen(move.to, spellAddress(destination.address)) &&
    isSeen(move.amount, units)
  if (!isSame) throw anotherTransfer()
}

/**
 * Decimal places of the asset that moves, after it is the one that the transfer names. The pinned list knows tokens by name and their
 * places.
 *
 * @param unlisted  of a token that it does not have, named by its address; null where nothing that can be believed says them.
 */
function decimalsOf(
  { asset }: Move,
  source: TransferInput['source'],
  unlisted: number | null,
): number {
  const { asset: name, asset_address: address, chain } = source
  const network = transferChainOf(chain)
  if (!network || typeof asset === 'string' || typeof asset.known !== 'string')
    throw anotherTransfer()
  if (asset.known === 'native') {
    if (name === network.coin) return network.decimals
    throw anotherTransfer()
  }
  const reference = network.caip2.slice('eip155:'.length)
  const isEthereum = network.caip2.startsWith('eip155:')
  const listed = listedToken(isEthereum ? BigInt(reference) : 'solana', asset.known)
  if (name !== undefined) {
    if (listed?.symbol.toLowerCase() === name.toLowerCase()) return listed.decimals
    throw anotherTransfer()
  }
  if (address === undefined || spellAddress(address) !== asset.known) throw anotherTransfer()
  const places = listed?.decimals ?? unlisted
  if (places === null)
    throw invalid('source.asset_decimals is missing: the token is not in the list of tokens')
  return places
}

function isSeen(seen: Move['to'], value: string | bigint): boolean {
  return typeof seen === 'object' && seen.known === value
}

/** An amount of whole tokens in the smallest unit. @throws CallRefused `invalid_request` for one with more places. */
function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '', part = ''] = amount.split('.')
  const places = part.replace(/0+$/, '')
  if (places.length > decimals) throw invalid(`amount has more than ${decimals} decimal places`)
  return BigInt(`${whole}${places.padEnd(decimals, '0')}`)
}

function anotherTransfer() {
  return invalid('The transaction does another transfer than the one that was asked for')
}
