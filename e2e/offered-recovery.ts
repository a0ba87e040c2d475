import { changeApp } from './enforced.js'
import { dev } from './person.js'

/** Switches the recovery methods that the app offers its users. */
export async function offer(methods: string[], change: object = {}): Promise<void> {
  const credentials = Buffer.from(`${dev.appId}:${dev.appSecret}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}` }
  const answer = await fetch(`${dev.authUrl}/admin/v1/app`, { headers })
  const { embedded_wallet_config } = await answer.json()
  const config = { ...embedded_wallet_config, ...change, user_owned_recovery_options: methods }
  await changeApp({ embedded_wallet_config: config })
}
