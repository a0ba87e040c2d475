import type { SallyportClient } from '@sallyport/core'

/** A transfer that was sent from the account sheet in this browser. */
interface SentTransfer {
  from: string
  to: string
  /** As it is read: `0.5 ETH`. */
  amount: string
  atMs: number
}

const most = 20

/** The transfers of the user who is logged in, the newest first. */
export function sentTransfers({ environment, state }: SallyportClient): readonly SentTransfer[] {
  const kept = environment.storage.get(keyOf(environment.appId, state.user?.id))
  return Array.isArray(kept) ? kept.filter(isSent) : []
}

/** Keeps a transfer with the latest ones. */
export function rememberSent(client: SallyportClient, sent: SentTransfer): void {
  const { environment, state } = client
  const latest = [sent, ...sentTransfers(client)].slice(0, most)
  environment.storage.set(keyOf(environment.appId, state.user?.id), latest)
}

function keyOf(appId: string, userId = ''): string {
  return `sallyport:${appId}:sent:${userId}`
}

/** Storage is the page's: anything may be in it. */
function isSent(value: unknown): value is SentTransfer {
  const { from, to, amount, atMs }: Partial<Record<string, unknown>> = Object(value)
  return [from, to, amount].every((each) => typeof each === 'string') && typeof atMs === 'number'
}
