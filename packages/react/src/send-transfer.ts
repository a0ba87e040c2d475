import type { EmbeddedChain } from '@sallyport/contract'
import { bitcoin, solana } from '@sallyport/core'
import { runWithCallbacks } from './actions.js'
import type { Transfer } from './flow/screens.js'
import type { Kit } from './kit.js'
import { rememberSent } from './sent-transfers.js'
import { requireWallet } from './solana-requests.js'

type Send = (kit: Kit, transfer: Transfer) => Promise<void>

const sendByChain = {
  ethereum: sendEther,
  solana: sendSol,
  'bitcoin-segwit': sendBitcoin,
  'bitcoin-taproot': sendBitcoin,
} satisfies Record<EmbeddedChain, Send>

/** Asks the user for a transfer of the network's coin, as for any request, and sends it. Throws as the wallet's requests. */
export async function sendTransfer(kit: Kit, transfer: Transfer): Promise<void> {
  const send = new Map<string, Send>(Object.entries(sendByChain)).get(transfer.wallet.chainType)
  if (!send) throw new Error('The sheet offers no transfer for this chain')
  await send(kit, transfer)
  const { wallet, to, amount = '' } = transfer
  const atMs = kit.client.environment.clock.nowMs()
  rememberSent(kit.client, { from: wallet.address, to, amount, atMs })
}

async function sendEther(kit: Kit, { wallet, to, units }: Transfer): Promise<void> {
  await kit.actions.sendTransaction({ to, value: units }, { address: wallet.address })
}

async function sendSol(kit: Kit, { wallet: { address }, to, units }: Transfer): Promise<void> {
  const { client } = kit
  await runWithCallbacks(kit, 'sendSolanaTransaction', async () => {
    const bytes = await solana.transfer(client, { from: address, to, lamports: units })
    const sent = await requireWallet(client, address).signAndSendTransaction(bytes, {})
    const cluster = solana.requireCluster(client, undefined)
    const receipt = await solana.readReceipt(client, { cluster, signature: sent.signature })
    return { response: { signature: sent.signature, ...receipt } }
  })
}

async function sendBitcoin({ client }: Kit, { wallet, to, units }: Transfer): Promise<void> {
  const { address } = wallet
  const psbt = await bitcoin.transfer(client, { from: address, to, sats: units })
  await bitcoin.getWallet(client, address).signAndSendTransaction(psbt)
}
