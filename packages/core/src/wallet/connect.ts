import { automaticRecoveryMethod } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, FrameError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from './accounts.js'
import { askFrame } from './ask-frame.js'
import { type Entropy, entropyOf } from './entropy.js'

/** How far connecting is. */
export interface ConnectStep {
  step: 'connecting' | 'recovering'
}

interface Flight {
  latest: ConnectStep
  listeners: Set<(step: ConnectStep) => void>
  done: Promise<void>
}

/**
 * Makes the root of `wallet` ready to sign in the frame, recovering it first when this device does not have it (wire
 * reference §20.6), and gives its name. Callers that come while it runs share the outcome and hear the step it is at.
 *
 * @throws FrameError what the frame refused; ClientError `recovery_not_supported` where the user cannot be asked for
 *   the wallet's secret, `must_be_authenticated` for one that is not of who is signed in.
 */
export async function connectRoot(
  client: SallyportClient,
  wallet: WalletAccount,
  report: (step: ConnectStep) => void = () => undefined,
): Promise<Entropy> {
  const wallets = embeddedWallets(client)
  // Another user may have logged in since the wallet was named, with another wallet at the same place.
  if (!wallets.some(({ address }) => isSameAddress(address, wallet.address))) {
    throw new ClientError('must_be_authenticated')
  }
  const entropy = entropyOf(wallets, wallet)
  const key = `connecting:${nameOf(client, entropy)}`
  // Kept under this key by the lines below only.
  let flight = client.kept.get(key) as Flight | undefined
  if (!flight) {
    flight = begin(client, { wallet, entropy })
    client.kept.set(key, flight)
  }
  flight.listeners.add(report)
  report(flight.latest)
  try {
    await flight.done
  } finally {
    if (client.kept.get(key) === flight) client.kept.delete(key)
  }
  return entropy
}

/** Whether the root of `wallet` was connected on this page for the user who is signed in, and nothing failed since. */
export function isRootConnected(client: SallyportClient, wallet: WalletAccount): boolean {
  const entropy = entropyOf(embeddedWallets(client), wallet)
  return client.kept.has(`connected:${nameOf(client, entropy)}`)
}

interface Job {
  wallet: WalletAccount
  entropy: Entropy
}

function nameOf({ state }: SallyportClient, { entropyId }: Entropy): string {
  return `${state.user?.id}:${entropyId}`
}

function begin(client: SallyportClient, job: Job): Flight {
  const listeners: Flight['listeners'] = new Set()
  const flight: Flight = { latest: { step: 'connecting' }, listeners, done: Promise.resolve() }
  const report = (step: ConnectStep) => {
    flight.latest = step
    for (const listener of listeners) listener(step)
  }
  const key = `connected:${nameOf(client, job.entropy)}`
  flight.done = connect(client, job, report).then(
    () => void client.kept.set(key, true),
    (error) => {
      client.kept.delete(key)
      throw error
    },
  )
  return flight
}

async function connect(
  client: SallyportClient,
  job: Job,
  report: (step: ConnectStep) => void,
): Promise<void> {
  try {
    await askFrame(client, 'privy:wallets:connect', job.entropy)
  } catch (error) {
    const isMissing = error instanceof FrameError && error.type === 'wallet_not_on_device'
    if (!isMissing) throw error
    await recover(client, job, report)
  }
}

async function recover(
  client: SallyportClient,
  { wallet, entropy }: Job,
  report: (step: ConnectStep) => void,
): Promise<void> {
  const { recoveryMethod = automaticRecoveryMethod } = wallet
  if (recoveryMethod !== automaticRecoveryMethod) {
    return import('./recovery-request.js').then((it) =>
      it.askForRecovery(client, { wallet, entropy }),
    )
  }
  report({ step: 'recovering' })
  await askFrame(client, 'privy:wallets:recover', { ...entropy, recoveryMethod })
}
