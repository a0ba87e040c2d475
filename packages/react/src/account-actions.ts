import { ClientError } from '@sallyport/core'
import type { Transfer } from './flow/screens.js'
import type { Kit } from './kit.js'

const known = new WeakMap<Kit, () => void>()

/** Opens the account sheet of one kit; the same function for its life. Not a part of the kit: pages without it do not load it. */
export function accountOpenerOf(kit: Kit): () => void {
  const open = known.get(kit) ?? (() => openAccount(kit))
  known.set(kit, open)
  return open
}

/** @throws ClientError `must_be_authenticated` without a user. */
function openAccount(kit: Kit, again?: Transfer): void {
  if (kit.client.state.user === null) throw new ClientError('must_be_authenticated')
  if (kit.modal.runs().some((run) => run.goal.goal === 'account')) return
  kit.modal.open(
    { goal: 'account', ...(again && { again }) },
    {
      place: 'next',
      onEnd(ending) {
        // The sheet ends with a transfer where the user wants to send; else with nothing.
        const transfer = ending.at === 'done' ? (ending.value as Transfer | null) : null
        if (transfer !== null) void send(kit, transfer)
      },
      // Closed again by itself; the developer reads why in the console.
      fail: (error) => console.error('[Sallyport]', error.message),
    },
  )
}

async function send(kit: Kit, transfer: Transfer): Promise<void> {
  try {
    const { sendTransfer } = await import('./send-transfer.js')
    await sendTransfer(kit, transfer)
  } catch (error) {
    // The request's own screens and the app's callbacks have told why. One that was declined can be changed.
    // By its code: the class would be part of what every page loads.
    const isDeclined = Object(error).code === 4001
    if (isDeclined && kit.client.state.user !== null) openAccount(kit, transfer)
  }
}
