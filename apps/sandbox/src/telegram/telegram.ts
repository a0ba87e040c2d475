import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '../http/listen.js'
import { answerOptions } from '../people/answer-options.js'
import { escapeHtml, htmlPage, scriptLiteral } from '../people/html.js'
import { people, personOf } from '../people/people.js'
import { type DoubleCall, readCall, textOf } from '../people/read-call.js'
import { signLaunch, signWidget, telegramAnswerNames, telegramAnswers } from './sign.js'

const brand = '#2481cc'

interface Options {
  botToken: string
  demoUrl: string
  nowMs: () => number
  /** The answer that the page has chosen at first. */
  chosen?: () => string
}

/**
 * Starts a double of Telegram: the login window, and a page that opens the demo as a mini app or by a login link. It signs
 * with the bot's token.
 */
export async function startTelegram(options: Options & { port: number }): Promise<{
  stop(): Promise<void>
}> {
  const server = createServer((request, response) => {
    readCall(request, response)
      .then((call) => call && serve(call, options))
      .catch(() => response.destroy())
  })
  return { stop: await listen(server, options.port) }
}

async function serve(call: DoubleCall, options: Options): Promise<void> {
  const { url, request } = call
  const path = `${request.method} ${url.pathname}`
  if (path === 'GET /auth') return call.html(authPage(url.searchParams, options))
  if (path === 'GET /') return call.html(homePage(options))
  if (path === 'POST /sign') return call.json(200, await sign(call, options))
  call.json(404, { error: 'Not found' })
}

async function sign({ body }: DoubleCall, { botToken, nowMs, demoUrl }: Options): Promise<object> {
  const answer = telegramAnswers.find((each) => each === body.answer) ?? 'right'
  if (answer === 'slow') await wait(5_000)
  const person = personOf(textOf(body, 'person').trim().slice(0, 60) || 'ada')
  const signing = { botToken, nowMs: nowMs(), answer }
  const result = signWidget(person, signing)
  const query = new URLSearchParams(
    Object.entries(result).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const launch = encodeURIComponent(signLaunch(person, signing))
  return {
    result,
    loginUrl: `${demoUrl}/?${query}`,
    miniAppUrl: `${demoUrl}/#tgWebAppData=${launch}&tgWebAppVersion=8.0&tgWebAppPlatform=web`,
  }
}

function authPage(query: URLSearchParams, options: Options): string {
  const origin = query.get('origin') ?? ''
  const target = URL.canParse(origin) ? new URL(origin).origin : ''
  const host = target === '' ? 'An unknown site' : new URL(target).host
  const body = `<h1>Log in with Telegram</h1>
    <p><b>${escapeHtml(host)}</b> wants to know your name and picture.</p>${chooser(options)}
    <button class="main" id="allow">Accept</button><button id="cancel">Cancel</button>
    <p><small>Sandbox double of Telegram</small></p>`
  const script = `${choose}
    const target = ${scriptLiteral(target)}
    const answer = (result) => {
      opener?.postMessage(JSON.stringify({ event: 'auth_result', result, origin: target }), target)
      close()
    }
    allow.onclick = async () => answer((await signed()).result)
    cancel.onclick = () => answer(false)`
  return htmlPage({ title: 'Telegram', brand, body, script })
}

function homePage(options: Options): string {
  const body = `<h1>Telegram</h1><p>Open the demo from inside Telegram.</p>${chooser(options)}
    <button class="main" id="mini">Open as a mini app</button>
    <button class="main" id="link">Open by a login link</button>
    <p><small>Sandbox double of Telegram</small></p>`
  const script = `${choose}
    mini.onclick = async () => { location.href = (await signed()).miniAppUrl }
    link.onclick = async () => { location.href = (await signed()).loginUrl }`
  return htmlPage({ title: 'Telegram', brand, body, script })
}

function chooser({ chosen = () => 'right' }: Options): string {
  const names = people.map(({ username }) => `<option value="${username}">`).join('')
  return `<label>Person <input id="person" value="ada" list="people"></label>
    <datalist id="people">${names}</datalist>
    <label>Answer <select id="answer">${answerOptions(telegramAnswerNames, chosen())}</select></label><br>`
}

const choose = `
  const { person, answer: how, allow, cancel, mini, link } = Object.fromEntries(
    ['person', 'answer', 'allow', 'cancel', 'mini', 'link'].map((id) => [id, document.getElementById(id)]))
  const signed = async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ person: person.value, answer: how.value })
    return (await fetch('/sign', { method: 'POST', headers, body })).json()
  }`
