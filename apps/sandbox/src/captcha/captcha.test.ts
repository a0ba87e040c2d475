import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaptchaAnswer } from './answers.js'
import { startCaptcha } from './captcha.js'

const port = 41_877
const url = `http://localhost:${port}`
let answer: CaptchaAnswer = 'by-key'
let stop = async () => {}
beforeAll(async () => {
  stop = (await startCaptcha({ port, chosen: () => answer })).stop
})
afterAll(() => stop())

const tokenFor = async (siteKey: string) => {
  const answer = await (await fetch(`${url}/token?sitekey=${siteKey}`)).json()
  return String(answer.token)
}
const verify = async (token: string, more: Record<string, string> = { secret: 'secret' }) => {
  const body = new URLSearchParams({ response: token, ...more })
  const answer = await fetch(`${url}/siteverify/turnstile`, { method: 'POST', body })
  return [answer.status, (await answer.json()).success]
}

test('a token passes once', async () => {
  const token = await tokenFor('pass')
  expect(await verify(token)).toEqual([200, true])
  expect(await verify(token)).toEqual([200, false])
})

test('error: refused and unknown tokens, a missing secret, an outage', async () => {
  expect(await verify(await tokenFor('refused'))).toEqual([200, false])
  expect(await verify('made-up')).toEqual([200, false])
  expect(await verify(await tokenFor('pass'), {})).toEqual([200, false])
  expect(await verify(await tokenFor('down'))).toEqual([503, undefined])
})

test.each(['turnstile', 'hcaptcha'])('the script of %s is there', async (name) => {
  const answer = await fetch(`${url}/${name}.js?render=explicit`)
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect(await answer.text()).toContain(`window.${name} =`)
})

test('what is chosen for all keys wins over the key', async () => {
  answer = 'refused'
  expect(await verify(await tokenFor('pass'))).toEqual([200, false])
  answer = 'blocked'
  expect((await fetch(`${url}/turnstile.js`)).status).toBe(503)
  answer = 'by-key'
  expect(await verify(await tokenFor('pass'))).toEqual([200, true])
})
