import type { EthereumTransaction } from '@sallyport/contract/wallet-api'
import type { Broadcast } from '../../ports/broadcast.js'
import { askNode, fillTransaction } from './fill.js'
import type { LaneView } from './lane-view.js'
import { shortfallOf } from './require-funds.js'
import type { Draft } from './send.js'

/** What is missing in a transaction of an account on Ethereum, with a nonce that nothing under way has. */
export async function draftTransaction(
  broadcast: Broadcast,
  lane: LaneView,
  { caip2, sender, asked }: { caip2: string; sender: string; asked: EthereumTransaction },
): Promise<Draft> {
  const node = askNode(broadcast, { caip2, sender, asked })
  const [filled, has] = await Promise.all([
    fillTransaction(asked, {
      chainId: BigInt(caip2.slice('eip155:'.length)),
      node,
      chooseNonce: async () => lane.freeNonce(await node.nonce()),
    }),
    node.balance(),
  ])
  const nonce = asked.nonce ?? (filled.nonce === undefined ? undefined : BigInt(filled.nonce))
  return {
    filled,
    shortfall: shortfallOf(asked, { filled, has }),
    ...(nonce !== undefined && { nonces: { first: nonce, last: nonce } }),
  }
}
