import { api, deviceGrantType, type ProgramChoice } from '@sallyport/contract'
import {
  type AuthorizationKey,
  authOrigin,
  authorizationSignature,
  consentBody,
  createAuthorizationKey,
  type DelegatedWorld,
  type Inhabitant,
} from '@sallyport/testing'
import { recipient } from './program-payments.js'

export const paying: ProgramChoice = {
  pay: {
    ...{ chain_id: '31337', asset: 'native', most_per_day: '100000' },
    ...{ most_fees_per_day: '0', recipients: [recipient] },
  },
  hours: 24,
}

/** The page on the auth origin. */
export const page = { origin: authOrigin }
/** A program: it sends no origin. */
export const outside = { origin: null, appId: null }
export const session = ({ session: { token } }: Inhabitant) => ({ token })

/** What programs and their users do in a world; it is asked for when they do it. */
export function programsOf(world: () => DelegatedWorld) {
  /** Unix seconds of the server's clock, later. */
  const inSeconds = (seconds: number) =>
    String(Math.floor(world().kit.clock.nowMs() / 1000) + seconds)

  async function ask() {
    const key = createAuthorizationKey()
    const body = { client_id: world().kit.appId, client_name: 'Agent', public_key: key.spki }
    const answer = await world().kit.call(api.programs.authorize, { body }, outside)
    return { ...answer.body, key, public_key: key.spki }
  }
  type Program = Awaited<ReturnType<typeof ask>>

  async function statusOfAsking(change: object) {
    const body = { client_id: world().kit.appId, client_name: 'Agent', public_key: '', ...change }
    return (await world().kit.call(api.programs.authorize, { body }, outside)).status
  }

  function poll({ device_code }: Pick<Program, 'device_code'>, client_id = world().kit.appId) {
    const body = { grant_type: deviceGrantType, device_code, client_id } as const
    return world().kit.call(api.programs.token, { body }, outside)
  }

  function open({ device, frame }: Inhabitant, { user_code }: Program, choice = paying) {
    const body = { user_code, wallet_id: device.walletId, wallet_index: 0, choice }
    return world().kit.call(api.programs.openConsent, { body }, frame)
  }

  type Consent = Awaited<ReturnType<typeof open>>['body']['consent']

  async function give(who: Inhabitant, { user_code }: Program, consent: Consent) {
    const { device, frame } = who
    const sealing = { entropy: device.entropy, delegateKey: world().signer.publicKey }
    const { encrypted_tee_share, app_share } = await consentBody(consent, sealing)
    const halves = consent.policy.transactions === null ? null : { encrypted_tee_share, app_share }
    const body = { user_code, consent, halves }
    return (await world().kit.call(api.programs.allow, { body }, frame)).status
  }

  async function allow(who: Inhabitant, program: Program, choice = paying) {
    const opened = await open(who, program, choice)
    return opened.status === 200 ? give(who, program, opened.body.consent) : opened.status
  }

  async function end(who: Inhabitant, grant_id: string) {
    return (await world().kit.call(api.programs.end, { params: { grant_id } }, session(who))).status
  }

  /** A program that a user has allowed, and what it asks of its wallet. */
  async function granted(who: Inhabitant, choice = paying) {
    const program = await ask()
    const allowed = await allow(who, program, choice)
    if (allowed !== 200) throw new Error(`Not allowed: ${allowed}`)
    const { grant } = (await poll(program)).body
    const [wallet] = grant.wallets
    const params = { app_id: world().kit.appId, wallet_id: wallet?.id ?? '' }
    type Signing = {
      key?: AuthorizationKey
      expiry?: string | null
      body?: object
      idempotencyKey?: string
    }
    const { status, balance, fill, rpc } = api.programs
    const signed = <R extends typeof status | typeof balance | typeof fill | typeof rpc>(
      route: R,
      body: object,
      { key = program.key, expiry, body: other = body, idempotencyKey }: Signing = {},
    ) => {
      const path = route.path.replaceAll(
        /\{(\w+)\}/g,
        (_all, name: 'app_id' | 'wallet_id') => params[name],
      )
      const end = expiry ?? String(world().kit.clock.nowMs() + 60_000)
      const request = {
        ...{ url: `${authOrigin}/api/v1${path}`, appId: world().kit.appId, body: other },
        ...(expiry !== null && { expiry: end }),
        idempotencyKey,
      }
      const headers = {
        'privy-authorization-signature': authorizationSignature(request, key),
        ...(expiry !== null && { 'privy-request-expiry': end }),
        ...(idempotencyKey !== undefined && { 'privy-idempotency-key': idempotencyKey }),
      }
      // Each route has these parts.
      return world().kit.call(route, { params, body } as never, { ...outside, headers })
    }
    return {
      ...{ grant, key: program.key, signed },
      act: (body: object, signing?: Signing) => signed(rpc, body, signing),
      status: (signing?: Signing) => signed(status, {}, signing),
    }
  }
  return { inSeconds, ask, statusOfAsking, poll, open, give, allow, end, granted }
}
