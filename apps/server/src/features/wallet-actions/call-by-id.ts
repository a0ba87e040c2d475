import type { RouteResponse } from '@sallyport/contract'
import type { walletActions } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { oncePerKey } from '../../http/once-per-key.js'
import { delegatedHalf } from '../../wallet-api/delegated-share.js'
import { findDelegated } from '../../wallet-api/find-delegated.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { callDelegated } from './delegated.js'
import { callWallet } from './rpc.js'

type Answer = RouteResponse<typeof walletActions.rpc>

/** Carries out what an app asks of a wallet that it names by its id: a server wallet, or one that a user has delegated. */
export async function callById(
  deps: Deps,
  call: { app: App; walletId: string; body: Record<string, unknown>; signed: SignedRequest },
): Promise<Answer> {
  const { app, walletId, body, signed } = call
  const named = { appId: app.id, walletId }
  const keyed = {
    appId: app.id,
    key: signed.idempotencyKey,
    request: { url: signed.url, body },
    // Signatures are not kept: the signer gives the same ones again, while they are still allowed.
    isKept: (answer: Answer) => 'hash' in answer.data,
  }
  const delegated = await findDelegated(deps, named)
  if (delegated !== undefined) {
    const { id, row: given } = delegated
    const wallet = { id, chainType: given.chain_type, address: given.address }
    const held = delegatedHalf(deps, { appId: app.id, row: given })
    return oncePerKey(
      deps,
      keyed,
      () => callDelegated(deps, { app, wallet, held, body, signed }) as Promise<Answer>,
    )
  }
  const row = await findWallet(deps, named)
  // The answers' schema is the one of each method together; `strip` checks them.
  return oncePerKey(
    deps,
    keyed,
    () => callWallet(deps, { app, row, body, signed }) as Promise<Answer>,
  )
}
