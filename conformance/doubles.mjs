/** The doubles of the sandbox as the cases use them: inbox, faucet, clock, Telegram, Farcaster, the app's own login. */

/** @param {Record<string, string>} dev The contents of `dev.json`. */
export function createDoubles(dev) {
  /** Notices arrive at any time and carry no code. */
  const codesOf = async (to) => {
    const answer = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(to)}`)
    return (await answer.json()).flatMap(({ code }) => code ?? [])
  }
  return {
    countCodes: async (to) => (await codesOf(to)).length,
    /** The newest code to `to`, once there are more than `before`. */
    async codeFor(to, before) {
      for (let tries = 0; tries < 100; tries++) {
        const received = await codesOf(to)
        if (received.length > before) return received[0]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('No code arrived in the inbox')
    },
    /** Test money from the sandbox. */
    fund: (chain, address) => post(`${dev.dashboardUrl}/faucet/${chain}`, { address }),
    advance: (ms) => post(dev.clockUrl, { advanceMs: ms }),
    /** What Telegram gives a page and a mini app for a person. */
    async telegram(person) {
      const { result, miniAppUrl } = await post(`${dev.telegramUrl}/sign`, { person })
      const launch = new URLSearchParams(new URL(miniAppUrl).hash.slice(1)).get('tgWebAppData')
      const { auth_date, ...fields } = Object.fromEntries(new URLSearchParams(launch))
      return { result, launch: { ...fields, auth_date: Number(auth_date) } }
    },
    /** A person signs a channel's message in the Farcaster app. */
    approveFarcaster: (channelToken, person) =>
      post(`${dev.farcasterUrl}/approve`, { channelToken, person }),
    /** A token of the app's own login. */
    ownToken: async (name) => (await post(`${dev.demoUrl}/own-login/token`, { name })).token,
  }
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
