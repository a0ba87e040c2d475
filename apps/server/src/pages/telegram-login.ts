import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'

/**
 * Serves `/js/telegram-login.js`, which clients load on the app's page: it defines `Telegram.Login.auth`, which opens
 * Telegram's login window and calls back with its answer (wire reference §17.7).
 */
export function mountTelegramLogin(
  server: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
): void {
  const script = `(${defineLogin})(${JSON.stringify(config.telegramOrigin)})\n`
  server.get('/js/telegram-login.js', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
      .send(script),
  )
}

/** Runs on the app's page. As text: the server is compiled without the types of a browser. */
const defineLogin = `(telegram) => {
  const { origin } = new URL(telegram)
  let known = {}
  const auth = (options, callback) => {
    const { bot_id, request_access, lang } = options || {}
    if (!bot_id) throw new Error('Telegram.Login.auth needs bot_id')
    const url = new URL('/auth', origin)
    url.searchParams.set('bot_id', bot_id)
    url.searchParams.set('origin', location.origin)
    if (request_access) url.searchParams.set('request_access', 'write')
    if (lang) url.searchParams.set('lang', lang)
    url.searchParams.set('return_to', location.href)
    const [width, height] = [550, 470]
    const left = Math.max(0, (screen.width - width) / 2)
    const top = Math.max(0, (screen.height - height) / 2)
    const place = 'width=' + width + ',height=' + height + ',left=' + left + ',top=' + top
    const popup = open(url, 'telegram_oauth_bot' + bot_id, place + ',status=0,location=0,menubar=0,toolbar=0')
    let timer
    const finish = (answer) => {
      clearInterval(timer)
      removeEventListener('message', receive)
      if (callback) callback(answer)
    }
    const receive = (event) => {
      if (event.source !== popup || event.origin !== origin) return
      try {
        const data = typeof event.data === 'string' ? JSON.parse(event.data) : event.data
        if (data && data.event === 'auth_result') finish(data.result || false)
      } catch {}
    }
    if (!popup) return finish(false)
    popup.focus()
    addEventListener('message', receive)
    // A window that was closed gives no answer.
    timer = setInterval(() => popup.closed && setTimeout(finish, 100, false), 200)
  }
  const Login = {
    init: (options, callback) => {
      known = { options, callback }
    },
    open: (callback) => auth(known.options, callback || known.callback),
    auth,
  }
  window.Telegram = Object.assign(window.Telegram || {}, { Login })
}`
