import type { PageAnswer } from './page-answer.js'
import { pageStyle, scriptPage } from './script-page.js'

/** The answer of `/mfa/reset`, the page of the link in notices about a reset of second factors. Opening it changes nothing. */
export function factorResetPage(): PageAnswer {
  const title = 'Keep your second factors'
  return scriptPage({ title, style: pageStyle, script, body })
}

/** Runs in the browser. As text: the server is compiled without the types of a browser. */
const script = `
const part = (id) => document.getElementById(id)
const { token } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
part('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  part('button').disabled = true
  try {
    const answer = await fetch('/api/v1/mfa/reset/cancel_by_link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ token: token || '' }),
    })
    part('form').hidden = answer.ok || answer.status === 422
    part('text').textContent = answer.ok
      ? 'Cancelled. Your second factors stay as they are.'
      : (await answer.json()).error
  } catch {
    part('text').textContent = 'Something went wrong. Check your connection and try again.'
  }
  part('button').disabled = false
})
`

const body = `<h1 id="title">Keep your second factors?</h1>
<p id="text" role="status">A removal of the second factors of your account was requested. If you didn’t request it, or no longer need it, cancel it.</p>
<form id="form"><button id="button">Cancel the removal</button></form>`
