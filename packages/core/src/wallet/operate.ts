import { automaticRecoveryMethod } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, FrameError } from '../errors.js'
import type { RequestStep, WalletAccount } from '../types.js'
import { embeddedWallets } from './accounts.js'
import { type Entropy, entropyOf } from './entropy.js'

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
  const entropy = entropyOf(embeddedWallets(client), wallet)
  report({ step: 'connecting' })
  await connect(client, { wallet, entropy, report })
  report({ step: 'signing' })
  const answer = await client.frame.call('privy:wallets:rpc', {
    accessToken: await requireToken(client),
    ...entropy,
    chainType: wallet.chainType,
    hdWalletIndex: wallet.walletIndex ?? 0,
    request,
  })
  return answer.response.data
}

/** An access token for the frame. @throws ClientError `must_be_authenticated`. */
export async function requireToken(client: SallyportClient): Promise<string> {
  const token = await client.session.accessToken()
  if (!token) throw new ClientError('must_be_authenticated')
  return token
}

async function connect(
  client: SallyportClient,
  job: { wallet: WalletAccount; entropy: Entropy; report(step: RequestStep): void },
): Promise<void> {
  try {
    await connectOnce(client, job.entropy)
  } catch (error) {
    const type = error instanceof FrameError ? error.type : null
    if (type === 'wallet_not_on_device') return recover(client, job)
    if (type !== 'error') throw error
    // The server may have refused the token by its own clock: a fresh one tells that apart.
    await client.session.refresh()
    await connectOnce(client, job.entropy)
  }
}

async function connectOnce(client: SallyportClient, entropy: Entropy): Promise<void> {
  const accessToken = await requireToken(client)
  await client.frame.call('privy:wallets:connect', { accessToken, ...entropy })
}

async function recover(
  client: SallyportClient,
  { wallet, entropy, report }: Parameters<typeof connect>[1],
): Promise<void> {
  const { recoveryMethod = automaticRecoveryMethod } = wallet
  if (recoveryMethod !== automaticRecoveryMethod) throw new ClientError('recovery_not_supported')
  report({ step: 'recovering' })
  const accessToken = await requireToken(client)
  await client.frame.call('privy:wallets:recover', { accessToken, ...entropy, recoveryMethod })
}
