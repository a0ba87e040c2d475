import type { SallyportClient } from '../client.js'
import { FrameError } from '../errors.js'
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
 * (wire reference §20.6); once more where the device's share was ended meanwhile. Whether the user agreed is the caller's concern.
 *
 * @throws FrameError what the frame refused; ClientError `recovery_not_supported` for a wallet with a secret of the user.
 */
export async function operate(
  client: SallyportClient,
  wallet: WalletAccount,
  request: WalletRequest,
  report: (step: RequestStep) => void = () => undefined,
): Promise<unknown> {
  const connectAndAsk = async () => {
    const entropy = await connectRoot(client, wallet, report)
    report({ step: 'signing' })
    await proveBeforeConfirming(client)
    return askFrame(client, 'privy:wallets:rpc', {
      ...entropy,
      chainType: wallet.chainType,
      hdWalletIndex: wallet.walletIndex ?? 0,
      request,
    })
  }
  const { response } = await connectAndAsk().catch((error) => {
    // The server has ended this device's share, and the frame no longer has it: connecting now restores the wallet.
    if (error instanceof FrameError && error.type === 'wallet_not_on_device') return connectAndAsk()
    throw error
  })
  return response.data
}

/** The frame's own confirmation comes before the signature: without this, the user would confirm again after a factor. */
async function proveBeforeConfirming(client: SallyportClient): Promise<void> {
  const { user, config } = client.state
  if (config?.enforce_wallet_uis && user?.mfaMethods.length) {
    await proveFactor(client, 'sign')
  }
}
