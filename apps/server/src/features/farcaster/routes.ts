import { ApiError, api, userIdPrefix } from '@sallyport/contract'
import { type App, allowsOrigin } from '../../apps/app.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import {
  type FarcasterAnswer,
  findFarcasterLogin,
  keepFarcasterAnswer,
  storeFarcasterLogin,
} from '../../db/farcaster-logins.js'
import type { Deps } from '../../deps.js'
import { changeBudgets, perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement, type RequestFacts } from '../../http/implement.js'
import { linkClaimedWallets } from '../../identity/claimed-wallets.js'
import { link, readWireUser } from '../../identity/link.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import type { RelayAnswer } from '../../ports/farcaster.js'
import { randomId, randomToken } from '../../ports/random.js'
import { lookupOf, proveFarcaster, refused, type SignedMessage } from './prove.js'

const method = 'farcaster_auth'
/** As long as the flow cookie. */
const loginLifeMs = 600_000
const budgets = (_request: unknown, spender: Spender) => [perNetwork('login', spender)]

/** Login by Farcaster through a relay's channel (wire reference §11.7). */
export function farcasterRoutes(deps: Deps): Implementation[] {
  return implement(api.farcaster, {
    init: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        requireMethod(app)
        const siweUri = pageOf(app, body.relying_party ?? request.origin)
        const redirectUrl = body.redirect_url ?? undefined
        if (redirectUrl !== undefined) pageOf(app, redirectUrl)
        const nonce = randomId(deps.random)
        const { channelToken, url } = await deps.farcaster.openChannel({
          domain: new URL(siweUri).host,
          siweUri,
          nonce,
          ...(redirectUrl === undefined ? {} : { redirectUrl }),
        })
        await beginLogin(deps, { app, nonce, channelToken, request })
        return { channel_token: channelToken, connect_uri: url }
      },
    },
    status: {
      budgets: (_request, spender) => [perNetwork('farcaster-status', spender)],
      handle: async ({ caller: { app }, request }) => {
        requireMethod(app)
        const channelToken = request.farcasterChannelToken
        if (channelToken === undefined) throw refused()
        const login = await findLogin(deps, { app, channelToken, request })
        if (login === undefined) throw refused()
        const { nonce } = login
        const answer = login.answer ?? (await readRelay(deps, { app, nonce, channelToken }))
        if (answer === null) return { state: 'pending', nonce } as const
        return { state: 'completed', nonce, ...answer } as const
      },
    },
    authenticate: {
      budgets,
      handle: ({ caller: { app }, body, request }) => {
        const { channel_token: channelToken, mode, ...signed } = body
        return login(deps, { app, signed, channelToken, mode, request })
      },
    },
    link: {
      budgets: (request, spender) => [...budgets(request, spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { channel_token: channelToken, ...signed } = body
        const { addresses, ...proven } = await prove(deps, { app, signed, channelToken, request })
        const user = await link(deps, { ...proven, addresses, userId, request })
        if (!(await linkClaimedWallets(deps, { app, userId, addresses }))) return user
        return readWireUser(deps, { appId: app.id, userId })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body, request }) => {
        const account = { type: 'farcaster', key: String(body.fid) } as const
        return unlink(deps, { ...caller, account, request })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body, request }) => {
        const { app, userId, sessionId } = caller
        const verdict = await admit(deps, { app, method, key: body.farcaster_id })
        return transfer(deps, { verdict, userId, sessionId, nonce: body.nonce, request })
      },
    },
  })
}

/** Login by Farcaster inside a mini app (wire reference §11.7). */
export function farcasterV2Routes(deps: Deps): Implementation[] {
  return implement(api.farcasterV2, {
    init: {
      budgets,
      handle: async ({ caller: { app }, request }) => {
        requireMethod(app)
        const nonce = randomId(deps.random)
        const expiresAtMs = await beginLogin(deps, { app, nonce, channelToken: null, request })
        return { nonce, expires_at: new Date(expiresAtMs).toISOString() }
      },
    },
    authenticate: {
      budgets,
      handle: ({ caller: { app }, body: { mode, ...signed }, request }) =>
        login(deps, { app, signed, channelToken: null, mode, request }),
    },
  })
}

interface LoginInput {
  app: App
  signed: SignedMessage
  channelToken: string | null
  mode: 'no-signup' | 'login-or-sign-up' | undefined
  request: RequestFacts
}

async function login(deps: Deps, { mode, ...input }: LoginInput) {
  const { app } = input
  const { addresses, ...proven } = await prove(deps, input)
  const session = await signIn(deps, { ...proven, mode, ...input.request.browser })
  if (session.user === null) return session
  const userId = session.user.id.slice(userIdPrefix.length)
  if (!(await linkClaimedWallets(deps, { app, userId, addresses }))) return session
  return { ...session, user: await readWireUser(deps, { appId: app.id, userId }) }
}

/** The admitted account with its profile, and the proof that the statement uses up. */
async function prove(deps: Deps, input: Omit<LoginInput, 'mode'>) {
  const { app, channelToken } = input
  requireMethod(app)
  const { fid, ownerAddress, proof } = await proveFarcaster(deps, input)
  const verdict = await admit(deps, { app, method, key: String(fid) })
  const known = channelToken === null ? undefined : await findProfile(deps, input)
  const profile = known?.fid === fid ? toProfile(known) : {}
  const addresses = known?.fid === fid ? (known.verifications ?? []) : []
  return { verdict, data: { fid, owner_address: ownerAddress, ...profile }, proof, addresses }
}

async function findProfile(deps: Deps, { app, channelToken, request }: Omit<LoginInput, 'mode'>) {
  return (await findLogin(deps, { app, channelToken, request }))?.answer ?? undefined
}

/** The login of the caller. @throws RowRefused for an answer of the relay that this server did not keep. */
async function findLogin(deps: Deps, input: Parameters<typeof lookupOf>[1]) {
  const row = await findFarcasterLogin(deps.db, lookupOf(deps, input))
  if (row === undefined || row.answer === null) return row
  const signed = { key: deps.keyEncryption, of: authenticRows.farcasterAnswer, row }
  if (isRowMac(row.answer_mac, signed)) return row
  throw refuseRow(deps, { table: 'farcaster_login', appId: row.app_id })
}

/** What users see of the account; the relay is believed no more than that. */
function toProfile({ username, display_name, bio, pfp_url }: FarcasterAnswer) {
  const profile = {
    username,
    display_name,
    bio,
    profile_picture: pfp_url,
    profile_picture_url: pfp_url,
  }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== ''))
}

/** Stores the nonce and makes the browser keep the flow; returns when the nonce expires. */
async function beginLogin(
  deps: Deps,
  input: { app: App; nonce: string; channelToken: string | null; request: RequestFacts },
): Promise<number> {
  const { app, nonce, channelToken, request } = input
  const { spender } = request
  const flow = spender.isBackEnd ? undefined : (spender.flow ?? randomToken(deps.random))
  const bound = { ...request, spender: { ...spender, flow } }
  const lookup = lookupOf(deps, { app, channelToken, request: bound })
  const expiresAtMs = lookup.nowMs + loginLifeMs
  await storeFarcasterLogin(deps.db, { ...lookup, nonce, expiresAtMs })
  if (flow !== undefined) request.keepFlow(flow)
  return expiresAtMs
}

/** The relay forgets a finished channel once it has told of it, so its answer is kept. */
async function readRelay(
  deps: Deps,
  { app, nonce, channelToken }: { app: App; nonce: string; channelToken: string },
): Promise<FarcasterAnswer | null> {
  const told = await deps.farcaster.readChannel(channelToken)
  if (told === 'gone') throw refused()
  if (told === 'pending') return null
  const answer = toAnswer(told)
  const row = { app_id: app.id, nonce, answer }
  const mac = rowMac(deps.keyEncryption, authenticRows.farcasterAnswer, row)
  await keepFarcasterAnswer(deps.db, { appId: app.id, nonce, answer, mac })
  return answer
}

/** FAR-10: texts of limited length, and no picture but from the web. */
function toAnswer(told: RelayAnswer) {
  const { message, signature, fid, username, displayName, bio, pfpUrl, verifications } = told
  const isWeb =
    pfpUrl.length <= 1024 && URL.canParse(pfpUrl) && /^https:$/.test(new URL(pfpUrl).protocol)
  return {
    message,
    signature,
    fid,
    username: clean(username, 256),
    display_name: clean(displayName, 256),
    bio: clean(bio, 1024),
    pfp_url: isWeb ? pfpUrl : '',
    verifications,
  }
}

function clean(text: string, max: number): string {
  return [...text.slice(0, max)].filter((each) => /[^\p{Cc}\p{Cs}]|\n/u.test(each)).join('')
}

function requireMethod({ settings }: App): void {
  if (!settings[method]) throw new ApiError('disallowed_login_method')
}

/** A page of the app; a back end names it. @throws ApiError `invalid_data` */
function pageOf(app: App, text: string | undefined): string {
  const origin = text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined
  if (origin !== undefined && allowsOrigin(app, origin)) return origin
  throw new ApiError('invalid_data', {
    message: 'relying_party must be an allowed page of the app',
  })
}
