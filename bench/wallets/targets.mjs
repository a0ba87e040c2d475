import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provisionSigners } from '../faults/provision.mjs'
import { startServer } from '../lib/child.mjs'

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))

/** A target: a started server, whose requests `create` and `sign` make, and `ask`, which is answered or throws. */
function target(name, { server, cpuMs, prefix, headers, stop }) {
  const post = (path, body) => ({
    method: 'POST',
    path: prefix + path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  let turn = 0
  return {
    name,
    server: { ...server, cpuMs },
    stop,
    post,
    create: (more = {}) => post('/wallets', { chain_type: 'ethereum', ...more }),
    sign: (id) =>
      post(`/wallets/${id}/rpc`, {
        method: 'personal_sign',
        params: { message: `message ${turn++}`, encoding: 'utf-8' },
      }),
    ask: async ({ path, ...request }) => {
      const response = await fetch(server.url + path, request)
      const answer = await response.json()
      if (!response.ok) throw new Error(`${name} ${path}: ${JSON.stringify(answer)}`)
      return answer
    },
  }
}

/** Our server and our signer, two processes on one database. */
export async function sallyport(databaseUrl) {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-signer-'))
  const socket = join(directory, 'signer.sock')
  const roles = await provisionSigners(databaseUrl)
  const env = { SIGNER_SOCKET: socket, SIGNER_KEK: randomBytes(32).toString('base64') }
  const signer = await startServer(fileOf('signer.mjs'), { databaseUrl: roles.signerUrl, env })
  const server = await startServer(fileOf('../server/servers/sallyport.mjs'), { databaseUrl, env })
  const { appId, appSecret } = server.facts
  const basic = Buffer.from(`${appId}:${appSecret}`).toString('base64')
  return target('Sallyport', {
    server,
    cpuMs: async () => (await server.cpuMs()) + (await signer.cpuMs()),
    prefix: '/v1',
    headers: { authorization: `Basic ${basic}`, 'privy-app-id': appId },
    stop: async () => {
      await server.stop()
      await signer.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  })
}

/** The bare limit. */
export async function floor(databaseUrl, { hasPhrase }) {
  const env = { WITH_PHRASE: hasPhrase ? 'yes' : '' }
  const server = await startServer(fileOf('floor.mjs'), { databaseUrl, env })
  const name = hasPhrase ? 'bare, with a phrase' : 'bare, a key alone'
  const { cpuMs, stop } = server
  return target(name, { server, cpuMs, prefix: '', headers: {}, stop })
}
