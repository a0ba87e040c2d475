import {
  cookiesAreKept,
  type FramePageConfig,
  mfa,
  type PageLogins,
  pageLoginKinds,
  pageLogins,
  type Session,
} from '@sallyport/contract'
import { createCallSender } from '../api/call-route.js'
import { base64urlToBytes, bytesToBase64url } from '../base64.js'
import { tokenOwner } from '../device/token-owner.js'
import type { Caller, WalletContext } from '../wallet/context.js'
import { openAccess, type WalletOutside } from '../wallet/open-access.js'
import type { FactorKind } from './draw-factor.js'
import { fetchWithProofs } from './fetch-with-proofs.js'
import { takeReturn, type VisitOutside, visitProvider } from './visit-provider.js'

/** What the server said is not what the signer says, or is of another request. */
export class NotTrue extends Error {
  override readonly name = 'NotTrue'
}

/** What a login needs of a page that stands alone. */
export interface LoginOutside extends WalletOutside, VisitOutside {
  config: FramePageConfig
  credentials: Pick<CredentialsContainer, 'get'> | undefined
}

/** How a user proves a second factor on this page. */
export interface FactorProofs {
  /** Factors of the account that this page takes. */
  factors: readonly FactorKind[]
  provePasskey(): Promise<void>
  sendText(): Promise<void>
  proveCode(method: 'totp' | 'sms', code: string): Promise<void>
}

/** A user who has logged in on a page that stands alone: nothing of it reaches another page. */
export interface LoggedIn extends FactorProofs {
  context: WalletContext
  caller: Caller
}

/** Where a code is sent: an email address, or a phone number as it was typed. */
export type CodeTarget = { email: string } | { phoneNumber: string }

/** How users log in on a page that stands alone. */
export interface PageLogin {
  kinds: PageLogins
  /** Sends a code to a user of the app, and to no one else. */
  sendCode(target: CodeTarget): Promise<void>
  logIn(target: CodeTarget, code: string): Promise<LoggedIn>
  /** Leaves for the login page of a provider, which returns with `query` in this page's address. @throws VisitFailed */
  visitProvider(provider: string, query: Readonly<Record<string, string>>): Promise<void>
  /** What finishes the login that the page's address brings back from a provider; undefined where there is none of this tab. */
  returned: (() => Promise<LoggedIn>) | undefined
}

/** Logins by a code or at a provider, for users that the app has: no account is made. */
export function createPageLogin(outside: LoginOutside): PageLogin {
  const { origin, config, webCrypto } = outside
  const { appId } = config
  const access = openAccess(outside)
  const { loadGrants, registerKey } = access
  const publicKey = async () => (await loadGrants()).publicKey()
  const fetch = fetchWithProofs(outside.fetch, {
    webCrypto,
    nameKey: async () => (await registerKey({ withoutCookie: false, publicKey })) ?? cookiesAreKept,
  })
  const send = createCallSender({ fetch, origin, appId, factorOf: () => undefined })
  const loggedOut = { accessToken: undefined, grant: undefined }
  const open = async ({ token, user, wallet_grant: grant }: Session): Promise<LoggedIn> => {
    if (!token) throw new NotTrue('The login has no token')
    if (grant) await (await loadGrants()).keep(token, grant)
    const enrolled = (user?.mfa_methods ?? []).map(({ type }) => type)
    return openSession({ outside, access }, token, enrolled)
  }
  const finish = takeReturn({ outside, send })
  return {
    // A server from before there were others has email.
    kinds: pageLoginKinds.parse(config.logins ?? { email: true, sms: false, providers: [] }),
    sendCode: async (target) => {
      if ('email' in target) await send(pageLogins.emailInit, { body: target }, loggedOut)
      else await send(pageLogins.smsInit, { body: target }, loggedOut)
    },
    logIn: async (target, code) =>
      open(
        'email' in target
          ? await send(pageLogins.email, { body: { ...target, code } }, loggedOut)
          : await send(pageLogins.sms, { body: { ...target, code } }, loggedOut),
      ),
    visitProvider: (provider, query) =>
      visitProvider(provider, query, { outside, send, webCrypto }),
    returned: finish && (async () => open(await finish())),
  }
}

function openSession(
  { outside, access }: { outside: LoginOutside; access: ReturnType<typeof openAccess> },
  token: string,
  enrolled: readonly string[],
): LoggedIn {
  const { context, factors } = access
  const { call } = context
  const known = (['passkey', 'totp', 'sms'] as const).filter((each) => enrolled.includes(each))
  const { credentials } = outside
  return {
    context,
    caller: { ...tokenOwner(token, context.appId), accessToken: token },
    factors: known.filter((each) => each !== 'passkey' || credentials !== undefined),
    provePasskey: async () => {
      const mfaCode = await assertPasskey({ call, credentials }, token)
      await factors.verify(token, { mfaMethod: 'passkey', mfaCode, relyingParty: outside.origin })
    },
    sendText: async () => {
      await call(mfa.smsInit, { body: { action: 'verify' } }, token)
    },
    proveCode: (mfaMethod, mfaCode) => factors.verify(token, { mfaMethod, mfaCode }),
  }
}

/** Has the user use a passkey that is a second factor. */
async function assertPasskey(
  { call, credentials }: { call: WalletContext['call'] } & Pick<LoginOutside, 'credentials'>,
  token: string,
) {
  if (credentials === undefined) throw new NotTrue('The browser has no passkeys')
  const { options } = await call(mfa.passkeysInit, { body: {} }, token)
  const used = await credentials.get({
    publicKey: {
      challenge: base64urlToBytes(options.challenge),
      ...(options.rp_id !== undefined && { rpId: options.rp_id }),
      allowCredentials: (options.allow_credentials ?? []).map(({ id }) => ({
        type: 'public-key',
        id: base64urlToBytes(id),
      })),
      userVerification: options.user_verification ?? 'required',
    },
  })
  // What `get` gives for `publicKey` is a credential of this class.
  const credential = used as PublicKeyCredential
  const response = credential.response as AuthenticatorAssertionResponse
  const text = (bytes: ArrayBuffer) => bytesToBase64url(new Uint8Array(bytes))
  return {
    id: credential.id,
    raw_id: text(credential.rawId),
    type: 'public-key',
    response: {
      client_data_json: text(response.clientDataJSON),
      authenticator_data: text(response.authenticatorData),
      signature: text(response.signature),
      user_handle: response.userHandle && text(response.userHandle),
    },
  }
}
