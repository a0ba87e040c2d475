import { type AccountCall, accountCallData, accountCode } from '@sallyport/contract/wallet-api'
import type { Deps } from '../../deps.js'
import { isAccountContract, requireAccountContract } from './account-contract.js'
import { askNode, fillTransaction, readQuantity } from './fill.js'
import type { LaneView } from './lane-view.js'
import { shortfallOf } from './require-funds.js'
import type { Draft } from './send.js'

/** What the authorization of the contract costs beside the calls (EIP-7702). */
const authorizationGas = 25_000n

/**
 * What is missing in the one transaction that makes several calls of a wallet. It takes two nonces: its own, and the one of the
 * authorization in it.
 *
 * @throws ApiError `not_supported` on a network without the contract.
 */
export async function draftBatch(
  { broadcast }: Pick<Deps, 'broadcast'>,
  lane: LaneView,
  { caip2, sender, calls }: { caip2: string; sender: string; calls: readonly AccountCall[] },
): Promise<Draft> {
  await requireAccountContract(broadcast, caip2)
  await isAccountContract(broadcast, { caip2, address: sender })
  const node = askNode(broadcast, { caip2, sender, asked: {} })
  const params = [
    { from: sender, to: sender, data: accountCallData(calls) },
    'latest',
    { [sender]: { code: accountCode } },
  ]
  const [filled, has] = await Promise.all([
    fillTransaction(
      { type: 4 },
      {
        chainId: BigInt(caip2.slice('eip155:'.length)),
        node: {
          ...node,
          gas: async () =>
            readQuantity(await broadcast.ask({ caip2, method: 'eth_estimateGas', params })) +
            authorizationGas,
        },
        chooseNonce: async () => lane.freeNonce(await node.nonce(), 2n),
      },
    ),
    node.balance(),
  ])
  const first = BigInt(filled.nonce ?? 0)
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const shortfall = shortfallOf({ value }, { filled, has })
  return { filled, shortfall, nonces: { first, last: first + 1n } }
}
