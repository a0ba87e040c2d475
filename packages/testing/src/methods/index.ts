import { isBuiltLogin, loginSwitches, oauthProviders } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { northwind, type OAuthVisits } from '../oauth.js'
import { emailEntry } from './email.js'
import { farcasterEntries } from './farcaster.js'
import { guestEntry } from './guest.js'
import type { MethodEntry } from './method-entry.js'
import { oauthEntry } from './oauth.js'
import { passkeyEntry } from './passkey.js'
import { smsEntry } from './sms.js'
import { customJwtEntry, telegramEntry } from './social.js'
import { siweEntry, siwsEntry } from './wallets.js'

export {
  type AnyAnswer,
  type MatrixCell,
  type MethodEntry,
  matrixCells,
  type Proven,
  type Prover,
  present,
} from './method-entry.js'

const names = [
  'a token of the app’s own login',
  'email',
  'farcaster through a channel',
  'farcaster in a mini app',
  'guest',
  'siwe',
  'siws',
  'sms',
  'telegram',
  'passkey',
] as const

/** Every login method that has a route. A new one is added here and in `createMethods`, and passes the whole matrix. */
export const methodNames = [...names, ...oauthProviders, northwind] as const
/** Name of a login method in the matrix. */
export type MethodName = (typeof methodNames)[number]

/** The entry of every login method, and an app that has them all on. */
export function createMethods({ kit, visits }: { kit: TestKit; visits: OAuthVisits }) {
  const customJwt = customJwtEntry(kit)
  const telegram = telegramEntry(kit)
  const farcaster = farcasterEntries(kit)
  const privateSettings = { ...customJwt.privateSettings, ...telegram.privateSettings }
  const own: Record<(typeof names)[number], MethodEntry> = {
    'a token of the app’s own login': customJwt.entry,
    email: emailEntry(kit),
    'farcaster through a channel': farcaster.channel,
    'farcaster in a mini app': farcaster.miniApp,
    guest: guestEntry(),
    siwe: siweEntry(kit),
    siws: siwsEntry(kit),
    sms: smsEntry(kit),
    telegram: telegram.entry,
    passkey: passkeyEntry(kit),
  }
  const providers = [...oauthProviders, northwind].map(
    (name) => [name, oauthEntry(visits, name)] as const,
  )
  const methods: Record<string, MethodEntry> = { ...own, ...Object.fromEntries(providers) }
  const find = (name: MethodName) => {
    const method = methods[name]
    if (method === undefined) throw new Error(`No login method ${name}`)
    return method
  }
  const addApp = async (input: { maxUsers?: number } = {}) => {
    const built = loginSwitches.filter(isBuiltLogin)
    const settings = {
      ...Object.fromEntries(built.map((name) => [name, true])),
      passkeys_for_signup_enabled: true,
    }
    const app = await kit.addApp({ ...input, settings, privateSettings })
    await visits.configure(app)
    return app
  }
  return { find, addApp }
}
