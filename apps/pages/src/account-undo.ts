import type { PageAnswer } from './page-answer.js'
import { pageStyle, scriptPage } from './script-page.js'

/** The answer of `/account/undo`, the page of the link in notices about a login that was removed or replaced. Opening it changes nothing. */
export function accountUndoPage(): PageAnswer {
  const title = 'Put your login back'
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
    const answer = await fetch('/api/v1/account_changes/undo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ token: token || '' }),
    })
    part('form').hidden = answer.ok || answer.status === 422
    part('text').textContent = answer.ok
      ? 'Your login is back, and all devices were logged out. Log in with it now.'
      : (await answer.json()).error
  } catch {
    part('text').textContent = 'Something went wrong. Check your connection and try again.'
  }
  part('button').disabled = false
})
`

const body = `<h1 id="title">Put your login back?</h1>
<p id="text" role="status">A login of your account was removed or replaced. If you didn’t do this, put it back: what took its place is removed, and all devices are logged out.</p>
<form id="form"><button id="button">Put my login back</button></form>`
