import type { SallyportClient } from '../client.js'
import { proveFactor } from '../mfa/prove-factor.js'
import type { RequestStep, WalletAccount } from '../types.js'
import { askFrame } from './ask-frame.js'
import { connectRoot } from './connect.js'

/** What is asked of a wallet in the frame (wire reference §20.4). */
export interface WalletRequest {
  method: string
  params: unknown
}

/**
 * What the frame's wallet answers to `request`: connects, recovers the wallet if this device does not have it, and asks
 * (wire reference §20.6). Whether the user agreed is the caller's concern.
 *
 * @throws FrameError what the frame refused; ClientError `recovery_not_supported` for a wallet with a secret of the user.
 */
export async function operate(
  client: SallyportClient,
  wallet: WalletAccount,
  request: WalletRequest,
  report: (step: RequestStep) => void = () => undefined,
): Promise<unknown> {
  const entropy = await connectRoot(client, wallet, report)
  report({ step: 'signing' })
  await proveBeforeConfirming(client)
  const answer = await askFrame(client, 'privy:wallets:rpc', {
    ...entropy,
    chainType: wallet.chainType,
    hdWalletIndex: wallet.walletIndex ?? 0,
    request,
  })
  return answer.response.data
}

/** The frame's own confirmation comes before the signature: without this, the user would confirm again after a factor. */
async function proveBeforeConfirming(client: SallyportClient): Promise<void> {
  const { user, config } = client.state
  if (config?.enforce_wallet_uis && user?.mfaMethods.length) {
    await proveFactor(client)
  }
}
