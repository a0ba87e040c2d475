import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../lib/child.mjs'
import { sallyport } from '../server/targets.mjs'

const signerFile = fileURLToPath(new URL('../wallets/signer.mjs', import.meta.url))

/** A signer, and an API that calls it, with their connections through something. */
export async function start(urls, { through, env, basic }) {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-hop-'))
  const all = { ...env, SIGNER_SOCKET: join(directory, 'signer.sock') }
  const signer = await startServer(signerFile, {
    databaseUrl: through(urls.signer, 'signer'),
    env: all,
  })
  const target = await sallyport(through(urls.api, 'api'), all)
  const { appId, appSecret } = target.server.facts
  return {
    ...target,
    appId,
    basic: basic ?? Buffer.from(`${appId}:${appSecret}`).toString('base64'),
    stop: async () => {
      await target.server.stop()
      await signer.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** One user logs in by code, is looked up and refreshes; a server wallet is made and signs. Gives the milliseconds of each. */
export async function visit(target, email) {
  const took = {}
  const timed = async (name, { path, ...request }) => {
    const startedAt = performance.now()
    const response = await fetch(target.server.url + path, request)
    const body = await response.json()
    took[name] = performance.now() - startedAt
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(body)}`)
    return body
  }
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${target.basic}`,
    'privy-app-id': target.appId,
  }
  const post = (path, body) => ({ path, method: 'POST', headers, body: JSON.stringify(body) })
  await timed('code send', target.send(email))
  const session = target.session(await timed('code verify', target.verify(email)))
  await timed('user lookup', target.read(session))
  await timed('refresh', target.refresh(session))
  const { id } = await timed('create', post('/v1/wallets', { chain_type: 'ethereum' }))
  const params = { message: email, encoding: 'utf-8' }
  await timed('sign', post(`/v1/wallets/${id}/rpc`, { method: 'personal_sign', params }))
  return took
}
