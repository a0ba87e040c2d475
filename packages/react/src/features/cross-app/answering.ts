import { type crossAppProvider, errorCode, type SallyportClient } from '@sallyport/core'

/** Pages close the window they have opened once they are told; this one closes by itself where they don't. */
const closeAfterMs = 1000

/** Whether the page that opened this window can still be told: a page that isolates itself (COOP) loses it. */
export const hasOpener = (): boolean => window.opener !== null

/** Tells the page that opened this window, and no other: the browser drops it where the origin is another one. */
export function tell(
  client: SallyportClient,
  { answer, origin }: { answer: crossAppProvider.CrossAppAnswer; origin: string },
): void {
  const opener: Window | null = window.opener
  if (opener === null || !URL.canParse(origin)) return
  opener.postMessage(answer, origin)
  // What the wagmi connector listened for while connecting, before version 0.5.
  if ('error' in answer) {
    opener.postMessage({ type: 'PRIVY_OAUTH_ERROR', error: answer.error }, origin)
  }
  void client.environment.clock.wait(closeAfterMs).then(() => window.close())
}

/** Whether trying again may help, so that the page that asked is not told yet. */
export function mayPass(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'offline' || code === 'client_request_timeout'
}
