import { signedKeyRequest } from '@sallyport/protocols/farcaster'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { escapeHtml, htmlPage, scriptLiteral } from '../people/html.js'
import { people } from '../people/people.js'
import { type DoubleCall, textOf } from '../people/read-call.js'
import type { Registry } from './accounts.js'
import { type SignerAnswer, type SignerRequest, type Signers, signerAnswers } from './signers.js'

const brand = '#7c65c1'

interface Parts {
  url: string
  nowMs: () => number
  signers: Signers
  registry: Registry
}

/** Takes a request for a key, as Farcaster's service does: signed by the account that asks, with time left. */
export async function openSigner(call: DoubleCall, parts: Parts): Promise<void> {
  const { body } = call
  const { requestFid, deadline } = body
  const [key, signature] = [textOf(body, 'key'), textOf(body, 'signature')]
  const isKnown = typeof requestFid === 'number' && typeof deadline === 'number'
  const isForm = /^0x[0-9a-f]{64}$/i.test(key) && /^0x[0-9a-f]{130}$/i.test(signature)
  if (!isKnown || !isForm || deadline * 1000 <= parts.nowMs()) {
    return call.json(400, { errors: [{ message: 'Invalid request' }] })
  }
  const asks = { requestFid, deadline, key: key as Hex, signature: signature as Hex } // by their forms
  if (!(await isSignedBy(parts.registry.custodyOf(requestFid), asks))) {
    return call.json(400, { errors: [{ message: 'Invalid signature' }] })
  }
  const request = parts.signers.open({ key, requestFid, deadline })
  call.json(201, { result: { signedKeyRequest: toWire(request, parts) } })
}

/** Tells how far a request has come. */
export function tellSigner(call: DoubleCall, parts: Parts): void {
  const request = parts.signers.find(call.url.searchParams.get('token') ?? '')
  if (request === undefined) call.json(404, { errors: [{ message: 'Not found' }] })
  else call.json(200, { result: { signedKeyRequest: toWire(request, parts) } })
}

/** The user's answer on the page that stands for the app. */
export function answerSigner(call: DoubleCall, { signers, registry }: Parts): void {
  const { body } = call
  const username = textOf(body, 'person').trim().slice(0, 60) || 'ada'
  const how = textOf(body, 'answer')
  const isAnswered =
    Object.hasOwn(signerAnswers, how) &&
    // A name of the list.
    signers.answer(textOf(body, 'token'), how as SignerAnswer, registry.add(username).id)
  if (isAnswered) call.json(200, {})
  else call.json(400, { error: 'This request can’t be answered so any more' })
}

/** The page that stands for the app on the user's phone. */
export function signerPage(query: URLSearchParams, { signers }: Parts): string {
  const token = query.get('token') ?? ''
  const request = signers.find(token)
  const title = 'Farcaster'
  if (request === undefined) {
    const body = '<h1>This request has expired</h1><p>Go back to the page and start again.</p>'
    return htmlPage({ title, brand, body, script: '' })
  }
  const names = people.map(({ username }) => `<option value="${username}">`).join('')
  const buttons = Object.entries(signerAnswers).map(
    ([how, text]) =>
      `<button data-answer="${how}"${how === 'approve' ? ' class="main"' : ''}>${text}</button>`,
  )
  const body = `<h1>Allow posting</h1>
    <p>Account ${escapeHtml(String(request.requestFid))} asks to post for you.</p>
    <label>Account <input id="person" value="ada" list="people"></label>
    <datalist id="people">${names}</datalist><br>
    ${buttons.join('\n')}
    <p id="said" role="status"></p><p><small>Sandbox double of the Farcaster app</small></p>`
  const script = `
    for (const button of document.querySelectorAll('[data-answer]')) button.onclick = async () => {
      const body = { token: ${scriptLiteral(token)}, person: document.getElementById('person').value, answer: button.dataset.answer }
      const answer = await fetch('/signer', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const { error } = await answer.json()
      document.getElementById('said').textContent = error ?? 'Done. Go back to the page.'
    }`
  return htmlPage({ title, brand, body, script })
}

function toWire(request: SignerRequest, { url }: Pick<Parts, 'url'>): object {
  const deeplinkUrl = `${url}/~/signed-key-request?token=${request.token}`
  return { ...request, deeplinkUrl, isSponsored: false }
}

async function isSignedBy(
  address: string | undefined,
  asks: { requestFid: number; deadline: number; key: Hex; signature: Hex },
): Promise<boolean> {
  const { requestFid, deadline, key, signature } = asks
  const signer = await recoverTypedDataAddress({
    ...signedKeyRequest,
    message: { requestFid: BigInt(requestFid), key, deadline: BigInt(deadline) },
    signature,
  }).catch(() => undefined)
  return signer !== undefined && signer.toLowerCase() === address
}
