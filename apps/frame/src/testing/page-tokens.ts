import type { FramePageConfig } from '@sallyport/contract'

/** What the server would write into the page now about the app's tokens. */
export async function readPageTokens({
  server,
  appId,
}: {
  server: { inject(path: string): Promise<{ json(): { config: Pick<FramePageConfig, 'tokens'> } }> }
  appId: string
}): Promise<FramePageConfig['tokens']> {
  const answer = await server.inject(`/apps/${appId}/embedded-wallets/settings`)
  return answer.json().config.tokens
}
