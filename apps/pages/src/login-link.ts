import type { PageAnswer } from './page-answer.js'
import { pageStyle, scriptPage } from './script-page.js'

/** The answer of `/login/email`, the page of the link in a login's mail. Opening it changes nothing. */
export function loginLinkPage(): PageAnswer {
  return scriptPage({ title: 'Finish logging in', style, script, body })
}

const style = `${pageStyle}
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 }
dt { opacity: .7 } dd { margin: 0; overflow-wrap: anywhere }
label { display: block; margin: 24px 0 8px }
input { box-sizing: border-box; width: 100%; padding: 12px; border: 1px solid GrayText; border-radius: 12px; font: inherit; font-size: 24px; letter-spacing: 4px; text-align: center }
`

/** Runs in the browser. As text: the server is compiled without the types of a browser. */
const script = `
const part = (id) => document.getElementById(id)
const link = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const call = async (name, body) => {
  const answer = await fetch('/api/v1/login_link/' + name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ app_id: link.app_id, email: link.email, secret: link.secret, ...body }),
  })
  const read = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(read.error), { isFinal: answer.status === 422 || answer.status === 400 })
  return read
}
const end = (title, text) => {
  part('form').hidden = true
  part('title').textContent = title
  part('text').textContent = text
}
const fail = (error) => error.isFinal
  ? end('This link does not work', error.message + ' You can still enter the code from the email on the page where you are logging in.')
  : (part('text').textContent = 'Something went wrong. Check your connection and try again.')
const read = async () => {
  const asked = await call('read', {})
  part('title').textContent = 'Log in to ' + asked.app_name + '?'
  part('text').textContent = 'Go on only if you are logging in right now and see a number there. A browser that keeps no cookies shows none: enter the code from the email there.'
  part('email').textContent = link.email
  part('device').textContent = asked.device || 'An unknown device'
  part('network').textContent = asked.network.includes(':') ? asked.network : asked.network + '.…'
  part('time').textContent = new Date(asked.asked_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  part('form').hidden = false
  part('number').focus()
}
part('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  part('button').disabled = true
  try {
    await call('approve', { number: part('number').value.trim() })
    end('Approved', 'Go back to the page where you are logging in. It continues by itself.')
  } catch (error) {
    fail(error)
  }
  part('button').disabled = false
})
read().catch(fail)
`

const body = `<h1 id="title">Finish logging in</h1><p id="text" role="status"></p>
<form id="form" hidden>
<dl><dt>Email</dt><dd id="email"></dd><dt>Device</dt><dd id="device"></dd><dt>Network</dt><dd id="network"></dd><dt>Time</dt><dd id="time"></dd></dl>
<label for="number">Number shown on the page where you are logging in</label>
<input id="number" inputmode="numeric" autocomplete="off" pattern="[0-9]{2}" maxlength="2" required>
<button id="button">Finish logging in</button>
</form>`
