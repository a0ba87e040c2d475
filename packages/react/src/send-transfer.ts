import { solana } from '@sallyport/core'
import { runWithCallbacks } from './actions.js'
import type { Transfer } from './flow/screens.js'
import type { Kit } from './kit.js'
import { requireWallet } from './solana-requests.js'

/** Asks the user for a transfer of the network's coin, as for any request, and sends it. Throws as the wallet's requests. */
export async function sendTransfer(kit: Kit, { wallet, to, units }: Transfer): Promise<void> {
  const { client } = kit
  const { address } = wallet
  if (wallet.chainType === 'ethereum') {
    await kit.actions.sendTransaction({ to, value: units }, { address })
    return
  }
  await runWithCallbacks(kit, 'sendSolanaTransaction', async () => {
    const bytes = await solana.transfer(client, { from: address, to, lamports: units })
    const sent = await requireWallet(client, address).signAndSendTransaction(bytes, {})
    const cluster = solana.requireCluster(client, undefined)
    const receipt = await solana.readReceipt(client, { cluster, signature: sent.signature })
    return { response: { signature: sent.signature, ...receipt } }
  })
}
