/* Starts everything as `npm start` does, logs a new user in over HTTP with the code from the inbox, and stops. */
import { setTimeout as wait } from 'node:timers/promises'
import { startStack } from './stack-under-test.mjs'

const stack = await startStack({ portBase: 4400, log: (text) => process.stdout.write(text) })
try {
  const { appId, authUrl, demoUrl, inboxUrl } = stack.dev
  const email = `person-${Date.now()}@example.com`
  const call = async (path, body) => {
    const headers = { 'content-type': 'application/json', 'privy-app-id': appId, origin: demoUrl }
    const answer = await fetch(`${authUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  await call('/api/v1/passwordless/init', { email })
  const { user } = await call('/api/v1/passwordless/authenticate', {
    email,
    code: await codeIn(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`),
  })
  process.stdout.write(`  ${email} logged in as ${user.id}\n`)
} finally {
  await stack.stop()
}

async function codeIn(url) {
  for (let tries = 0; tries < 100; tries += 1) {
    const messages = await (await fetch(url)).json()
    const code = messages.find((each) => each.code)?.code
    if (code) return code
    await wait(100)
  }
  throw new Error('No code arrived in the inbox')
}
