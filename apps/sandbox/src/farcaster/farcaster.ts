import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createSiweMessage } from 'viem/siwe'
import { listen } from '../http/listen.js'
import { answerOptions } from '../people/answer-options.js'
import { escapeHtml, htmlPage, scriptLiteral } from '../people/html.js'
import { people } from '../people/people.js'
import { type DoubleCall, readCall, textOf } from '../people/read-call.js'
import {
  accountOf,
  answerCall,
  createRegistry,
  profileWalletsOf,
  type Registry,
} from './accounts.js'
import { type FarcasterAnswer, type FarcasterRelayAnswer, farcasterAnswers } from './answers.js'
import { type Channel, type Channels, createChannels } from './channels.js'
import { answerSigner, openSigner, signerPage, tellSigner } from './signer-pages.js'
import { createSigners, type Signers } from './signers.js'

const brand = '#7c65c1'

interface Options {
  url: string
  nowMs: () => number
  /** The answer that the phone's page has chosen at first. */
  chosen?: () => string
  /** Default: as the real relay does. */
  relay?: () => FarcasterRelayAnswer
}
interface Parts extends Options {
  channels: Channels
  registry: Registry
  signers: Signers
  /** Until when the relay is down. */
  down: { untilMs: number }
}

/**
 * Starts a double of Farcaster: the relay, the service that asks for keys, the registries behind a JSON-RPC node, and pages
 * that stand for the app on the user's phone.
 */
export async function startFarcaster(options: Options & { port: number }): Promise<{
  stop(): Promise<void>
}> {
  const down = { untilMs: 0 }
  const parts = {
    ...options,
    channels: createChannels(),
    registry: createRegistry(),
    signers: createSigners(),
    down,
  }
  const server = createServer((request, response) => {
    readCall(request, response)
      .then((call) => call && serve(call, parts))
      .catch(() => response.destroy())
  })
  return { stop: await listen(server, options.port) }
}

async function serve(call: DoubleCall, parts: Parts): Promise<void> {
  const { url, request } = call
  const path = `${request.method} ${url.pathname}`
  if (/^\/v[12]\//.test(url.pathname)) {
    const mode = Date.now() < parts.down.untilMs ? 'down' : parts.relay?.()
    if (mode === 'down') return call.json(500, { error: 'Down' })
    if (mode === 'garbage') return call.html('<html>')
    if (mode === 'slow') await wait(5_000)
  }
  if (path === 'POST /v1/channel') return openChannel(call, parts)
  if (path === 'GET /v1/channel/status') return tellStatus(call, parts)
  if (path === 'POST /v2/signed-key-requests') return openSigner(call, parts)
  if (path === 'GET /v2/signed-key-request') return tellSigner(call, parts)
  if (path === 'GET /~/signed-key-request') return call.html(signerPage(url.searchParams, parts))
  if (path === 'POST /signer') return answerSigner(call, parts)
  if (path === 'POST /rpc') return call.json(200, answerRpc(call, parts))
  if (path === 'GET /~/siwf') return call.html(phonePage(url.searchParams, parts))
  if (path === 'POST /approve') return approve(call, parts)
  if (path === 'POST /down') {
    parts.down.untilMs = Date.now() + 10_000
    return call.json(200, {})
  }
  call.json(404, { error: 'Not found' })
}

function openChannel(call: DoubleCall, { channels, url }: Parts): void {
  const { body } = call
  const [siweUri, domain, nonce] = [
    textOf(body, 'siweUri'),
    textOf(body, 'domain'),
    textOf(body, 'nonce'),
  ]
  if (!URL.canParse(siweUri) || domain === '' || !/^[a-zA-Z0-9]{8,}$/.test(nonce)) {
    call.json(400, { error: 'Validation error' })
    return
  }
  const redirectUrl = textOf(body, 'redirectUrl') || undefined
  const { token: channelToken } = channels.open({ siweUri, domain, nonce, redirectUrl })
  const query = new URLSearchParams({ channelToken, nonce, siweUri, domain })
  const connectUri = `${url}/~/siwf?${query}`
  call.json(201, { channelToken, url: connectUri, connectUri, nonce })
}

function tellStatus(call: DoubleCall, { channels }: Parts): void {
  const token = /^Bearer (.+)$/.exec(call.request.headers.authorization ?? '')?.[1] ?? ''
  const channel = channels.find(token)
  if (channel === undefined) {
    call.json(401, { error: 'Unauthorized' })
    return
  }
  const { nonce, answer } = channel
  if (answer === null) {
    call.json(202, { state: 'pending', nonce })
    return
  }
  channels.close(token)
  call.json(200, { state: 'completed', nonce, ...answer })
}

function answerRpc({ body }: DoubleCall, { registry, signers }: Parts): object {
  const { id = 1, method, params } = body
  const answer = (result: unknown) => ({ jsonrpc: '2.0', id, result })
  if (method === 'eth_chainId') return answer('0xa')
  const [first] = Array.isArray(params) ? params : []
  const data: unknown =
    first !== null && typeof first === 'object' ? Reflect.get(first, 'data') : ''
  if (method === 'eth_call' && typeof data === 'string') {
    return answer(answerCall(registry, signers, data))
  }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
}

async function approve(call: DoubleCall, parts: Parts): Promise<void> {
  const { body } = call
  const channel = parts.channels.find(textOf(body, 'channelToken'))
  if (channel === undefined) return call.json(404, { error: 'This request has expired' })
  const how = textOf(body, 'answer') as FarcasterAnswer // compared below; anything else is right
  if (how === 'slow') await wait(5_000)
  const username = textOf(body, 'person').trim().slice(0, 60) || 'ada'
  channel.answer = await signAnswer(channel, { username, how, ...parts })
  call.json(200, { redirectUrl: channel.redirectUrl ?? null })
}

async function signAnswer(
  channel: Channel,
  { username, how, registry, nowMs }: Parts & { username: string; how: FarcasterAnswer },
): Promise<Record<string, unknown>> {
  const person = registry.add(username)
  const account = accountOf(person)
  const fid = how === 'wrong-owner' ? person.id + 1 : person.id
  const message = createSiweMessage({
    domain: channel.domain,
    address: account.address,
    statement: 'Farcaster Auth',
    uri: channel.siweUri,
    version: '1',
    chainId: 10,
    nonce: how === 'wrong-nonce' ? 'anothernonce' : channel.nonce,
    issuedAt: new Date(nowMs()),
    resources: [`farcaster://fid/${fid}`],
  })
  return {
    message,
    signature: await account.signMessage({ message }),
    fid,
    username: person.username,
    displayName: person.name,
    bio: 'Made in the sandbox',
    pfpUrl: '',
    verifications: profileWalletsOf(person),
    custody: account.address,
  }
}

function phonePage(query: URLSearchParams, { channels, chosen = () => 'right' }: Parts): string {
  const token = query.get('channelToken') ?? ''
  const channel = channels.find(token)
  const title = 'Farcaster'
  if (channel === undefined) {
    const body = '<h1>This request has expired</h1><p>Go back to the page and start again.</p>'
    return htmlPage({ title, brand, body, script: '' })
  }
  const names = people.map(({ username }) => `<option value="${username}">`).join('')
  const body = `<h1>Sign in with Farcaster</h1>
    <p><b>${escapeHtml(channel.domain)}</b> asks you to sign in.</p>
    <label>Account <input id="person" value="ada" list="people"></label>
    <datalist id="people">${names}</datalist>
    <label>Answer <select id="answer">${answerOptions(farcasterAnswers, chosen())}</select></label><br>
    <button class="main" id="approve">Sign in</button><button id="down">Take the relay down for ten seconds</button>
    <p id="said" role="status"></p><p><small>Sandbox double of the Farcaster app</small></p>`
  const script = `
    const at = (id) => document.getElementById(id)
    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    at('approve').onclick = async () => {
      const body = { channelToken: ${scriptLiteral(token)}, person: at('person').value, answer: at('answer').value }
      const answer = await post('/approve', body)
      const { redirectUrl, error } = await answer.json()
      at('said').textContent = error ?? 'Done. Go back to the page.'
      if (redirectUrl) location.href = redirectUrl
    }
    at('down').onclick = () => post('/down', {})`
  return htmlPage({ title, brand, body, script })
}
