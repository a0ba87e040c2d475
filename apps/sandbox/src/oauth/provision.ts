import { headers } from '@sallyport/contract'
import { dialects } from './dialects.js'
import { northwind } from './northwind.js'
import { type OAuthSimulator, simulatorSecret } from './simulator.js'

/**
 * Gives the sandbox's app credentials at every simulated provider. Credentials of its developer's own stay.
 *
 * @throws Error when the server refuses them.
 */
export async function provisionOAuth(
  simulator: OAuthSimulator,
  app: { authUrl: string; appId: string; appSecret: string },
): Promise<void> {
  const login = Buffer.from(`${app.appId}:${app.appSecret}`).toString('base64')
  const url = `${app.authUrl}/admin/v1/oauth_providers`
  const own = { authorization: `Basic ${login}`, [headers.appId]: app.appId }
  const known = await ask(await fetch(url, { headers: own }))
  for (const provider of Object.keys(dialects)) {
    const clientId = `sandbox-${provider}`
    if (![null, clientId].includes(clientIdIn(known, provider))) continue
    const isApple = dialects[provider]?.authentication === 'assertion'
    const body = {
      client_id: clientId,
      client_secret: isApple ? simulator.applePrivateKey : simulatorSecret,
      ...(isApple && { team_id: 'SANDBOXTEAM', key_id: 'SANDBOXKEY' }),
      return_tokens: true,
      ...(provider.startsWith('custom:') && { custom: northwind }),
    }
    await ask(
      await fetch(`${url}/${provider}`, {
        method: 'PUT',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  }
}

async function ask(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The server refused OAuth credentials: ${response.status}`)
  return response.json()
}

function clientIdIn(answer: unknown, provider: string): string | null {
  // The answer of our own server, by its contract.
  const { providers } = answer as { providers: { provider: string; client_id: string | null }[] }
  return providers.find((each) => each.provider === provider)?.client_id ?? null
}
