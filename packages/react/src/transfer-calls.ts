/* Loaded with the first call: what `useTransfer` does. */
import { ClientError, wallet } from '@sallyport/core'
import { networksOf } from './chain/wallet-networks.js'
import type { Kit } from './kit.js'
import { parseAmount } from './parse-amount.js'
import { sendTransfer } from './send-transfer.js'

/** A payment in a network's coin. */
export interface TransferInput {
  to: string
  /** In the coin, such as `0.01`. */
  amount: string
  /** Of the wallet that pays. Default: the user's first embedded wallet on Ethereum. */
  from?: string
}

/** Asks the user for the transfer, as for any request, and sends it. Throws as the wallet's requests. */
export async function transfer(kit: Kit, { to, amount, from }: TransferInput): Promise<void> {
  const { client } = kit
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const wallets = wallet.list(client)
  const chosen =
    from === undefined
      ? (wallet.primaryOf(wallets, 'ethereum') ?? wallets[0])
      : wallets.find((each) => wallet.isSameAddress(each.address, from))
  if (!chosen) throw new ClientError('embedded_wallet_not_found')
  const [network] = await networksOf(client, chosen)
  if (!network) throw new ClientError('not_supported')
  const units = parseAmount(amount, network.decimals)
  if (units === null || units <= 0n)
    throw new Error(`${amount} cannot be read as an amount of ${network.symbol}`)
  if ((await network.leastPayment(to)) === null)
    throw new Error(`${to} is not an address of ${network.name}`)
  await sendTransfer(kit, { wallet: chosen, to, units })
}
