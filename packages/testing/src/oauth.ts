import { createHash, randomBytes } from 'node:crypto'
import { api, type LoginProvider, oauthParameters, oauthProviders } from '@sallyport/contract'
import { createOutbound } from '@sallyport/server'
import { browserCookies, type CallOptions } from './call.js'
import type { TestKit } from './kit.js'

/** The part of the sandbox's OAuth simulator that tests use; they create it and pass it in. */
export interface Simulator {
  handle(request: Request): Promise<Response>
  applePrivateKey: string
  jwks: object
}

/** A provider that apps add by themselves; the simulator speaks it. */
export const northwind = 'custom:northwind' as const
/** Its settings. */
export const northwindSettings = {
  enabled: true,
  display_name: 'Northwind ID',
  icon_url: null,
  issuer: 'https://id.northwind.example',
  scopes: ['openid', 'profile', 'email'],
  claims: {},
}

const keySets = [
  'https://www.googleapis.com/oauth2/v3/certs',
  'https://www.linkedin.com/oauth/openid/jwks',
  'https://appleid.apple.com/auth/keys',
  'https://id.twitch.tv/oauth2/keys',
  'https://id.northwind.example/jwks',
]
const redirectTo = 'http://localhost:4402/'

/** The port of a test kit that reaches the simulator in place of every provider. */
export function simulatedOutbound(simulator: Simulator) {
  return createOutbound((input, init) =>
    simulator.handle(new Request(toSimulator(String(input)), init)),
  )
}

function toSimulator(url: string): string {
  return url.replace('https://', 'http://simulator/')
}

/** What a browser keeps between the start of a login and its end. */
export interface StartedLogin {
  url: string
  state: string
  verifier: string
  /** Value of the flow cookie, as a Cookie header. */
  cookie: string
}

/** How a visit at a provider goes. */
export interface VisitOptions {
  name?: string
  mode?: string
  decision?: 'allow' | 'cancel'
}

/** Logins at simulated providers against a test kit, step by step. */
export type OAuthVisits = ReturnType<typeof createOAuthVisits>

/** Creates them for a kit whose `outbound` is `simulatedOutbound`. */
export function createOAuthVisits(kit: TestKit, simulator: Simulator) {
  for (const url of keySets) kit.outside.serve(url, simulator.jwks)
  const steps = { ...credentialSteps(kit, simulator), ...providerSteps(kit, simulator) }
  const visits = {
    /** The answer to the start of a login, with what the browser keeps. */
    init: async (
      provider: LoginProvider,
      { body = {}, ...options }: CallOptions & { body?: Record<string, unknown> } = {},
    ) => {
      const [state, verifier] = [text(), text()]
      const answer = await kit.call(
        api.oauth.init,
        {
          body: {
            provider,
            redirect_to: redirectTo,
            state_code: state,
            code_challenge: createHash('sha256').update(verifier).digest('base64url'),
            ...body,
          },
        },
        options,
      )
      const [set = ''] = [answer.headers['set-cookie']].flat().map(String)
      const started: StartedLogin = {
        url: String(answer.body.url),
        state,
        verifier,
        cookie: set.split(';')[0] ?? '',
      }
      return { ...answer, started }
    },
    start: async (provider: LoginProvider, options: CallOptions = {}) => {
      const { status, body, started } = await visits.init(provider, options)
      if (status !== 200) throw new Error(`The login was not started: ${JSON.stringify(body)}`)
      return started
    },
    ...steps,
    /** What the app's page finds in its URL after a visit. */
    returned: async (started: StartedLogin, options: VisitOptions = {}) => {
      const answer = await steps.callBack(await steps.visit(started, options))
      const location = String(answer.headers.location)
      if (answer.statusCode !== 303) throw new Error(`Not sent back: ${answer.body}`)
      const { searchParams } = new URL(location)
      return {
        location,
        code: searchParams.get(oauthParameters.code) ?? '',
        state: searchParams.get(oauthParameters.state) ?? '',
        provider: searchParams.get(oauthParameters.provider) ?? '',
      }
    },
    redeem: (
      started: StartedLogin,
      returned: { code: string; state: string },
      { body = {}, ...options }: CallOptions & { body?: Record<string, unknown> } = {},
    ) =>
      kit.call(
        api.oauth.authenticate,
        {
          body: {
            authorization_code: returned.code,
            state_code: returned.state,
            code_verifier: started.verifier,
            ...body,
          },
        },
        { headers: { cookie: started.cookie }, ...options },
      ),
    /** Links the account of a whole visit to the user of a token. */
    link: async (provider: LoginProvider, token: string, options: VisitOptions = {}) => {
      const started = await visits.start(provider, { token })
      const { code, state } = await visits.returned(started, options)
      const body = {
        authorization_code: code,
        state_code: state,
        code_verifier: started.verifier,
      }
      const headers = browserCookies(token, started.cookie)
      return kit.call(api.oauth.link, { body }, { token, headers })
    },
    /** A whole login. */
    login: async (
      provider: LoginProvider,
      {
        body,
        appId,
        ...options
      }: VisitOptions & { body?: Record<string, unknown>; appId?: string } = {},
    ) => {
      const where = appId === undefined ? {} : { appId }
      const { status, started, ...answer } = await visits.init(provider, where)
      if (status !== 200) return { status, ...answer } as never
      const returned = await visits.returned(started, options)
      return visits.redeem(started, returned, { ...where, ...(body && { body }) })
    },
  }
  return visits
}

/** How apps get their credentials. */
function credentialSteps(kit: TestKit, simulator: Simulator) {
  return {
    /** Gives an app credentials at every provider. */
    configure: async (
      app: { appId: string; appSecret: string } = kit,
      options: { returnTokens?: boolean; secret?: string } = {},
    ) => {
      for (const provider of [...oauthProviders, northwind] as const) {
        const isApple = provider === 'apple'
        const body = {
          client_id: `sandbox-${provider}`,
          client_secret: isApple ? simulator.applePrivateKey : (options.secret ?? 'sandbox-secret'),
          ...(isApple && { team_id: 'TEAM', key_id: 'KEY' }),
          return_tokens: options.returnTokens ?? false,
          ...(provider === northwind && { custom: northwindSettings }),
        }
        const where = { appId: app.appId, secret: app.appSecret }
        const { status } = await kit.call(api.adminOAuth.set, { params: { provider }, body }, where)
        if (status !== 200) throw new Error(`Credentials at ${provider} were refused: ${status}`)
      }
    },
  }
}

/** The steps between the start of a login and the app's page. */
function providerSteps(kit: TestKit, simulator: Simulator) {
  return {
    /** Logs in on the provider's page; gives the request it makes the browser send to the server's callback. */
    visit: async ({ url }: Pick<StartedLogin, 'url'>, options: VisitOptions = {}) => {
      const { name = 'Ada', mode = 'normal', decision = 'allow' } = options
      const body = new URLSearchParams({ name, mode, decision })
      const page = await simulator.handle(new Request(toSimulator(url), { method: 'POST', body }))
      const location = page.headers.get('location')
      if (location !== null) return { method: 'GET' as const, url: pathOf(location), form: '' }
      const form = await page.text()
      const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)]
      const [, action = ''] = /action="([^"]*)"/.exec(form) ?? []
      const posted = new URLSearchParams(
        Object.fromEntries(fields.map(([, key = '', value = '']) => [key, value])),
      )
      return { method: 'POST' as const, url: pathOf(action), form: posted.toString() }
    },
    /** The answer of the server's callback. */
    callBack: async (request: { method: 'GET' | 'POST'; url: string; form: string }) => {
      const { method, url, form } = request
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return kit.server.inject({ method, url, ...(form && { headers: type, payload: form }) })
    },
  }
}

function text(): string {
  return randomBytes(36).toString('base64url')
}

function pathOf(location: string): string {
  const { pathname, search } = new URL(location)
  return pathname + search
}
