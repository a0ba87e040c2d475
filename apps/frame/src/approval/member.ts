import {
  type ApprovalFacts,
  approvalContext,
  approvalFacts,
  approvalSealInfo,
  approvals,
  type FramePageConfig,
  mfa,
} from '@sallyport/contract'
import { createSealReceiver, toBase64url } from '@sallyport/crypto'
import { createCallSender } from '../api/call-route.js'
import { base64urlToBytes, bytesToBase64url } from '../base64.js'
import { tokenOwner } from '../device/token-owner.js'
import { openAccess, type WalletOutside } from '../wallet/open-access.js'
import { openFromServer } from '../wallet/seal-for-server.js'
import type { FactorKind } from './draw-factor.js'
import type { Proposal } from './present-proposal.js'
import { nameOf, signApproval } from './sign-approval.js'

/** What the server said is not what the signer says, or is of another request. */
export class NotTrue extends Error {
  override readonly name = 'NotTrue'
}

/** A request as it is now. */
export interface Described {
  status: string
  /** Null where it waits for nothing any more. */
  proposal: Proposal | null
  /** The user's approval is there already. */
  hasSigned: boolean
}

/** A user who has logged in on this page. */
export interface Member {
  /** Factors of the account that this page takes. */
  factors: readonly FactorKind[]
  describe(intentId: string): Promise<Described>
  /** Approves what was described. @returns the state then. */
  approve(intentId: string, proposal: Proposal): Promise<string>
  reject(intentId: string): Promise<void>
  provePasskey(): Promise<void>
  sendText(): Promise<void>
  proveCode(method: 'totp' | 'sms', code: string): Promise<void>
}

/** What a login needs of the page. */
export interface LoginOutside extends WalletOutside {
  config: FramePageConfig
  credentials: Pick<CredentialsContainer, 'get'> | undefined
}

/** Logs in on this page: nothing of it reaches another page. */
export function createLogin(outside: LoginOutside) {
  const { fetch, origin, config } = outside
  const { appId } = config
  const send = createCallSender({ fetch, origin, appId, factorOf: () => undefined })
  const loggedOut = { accessToken: undefined, grant: undefined }
  return {
    sendCode: async (email: string): Promise<void> => {
      await send(approvals.loginInit, { body: { email } }, loggedOut)
    },
    logIn: async (email: string, code: string): Promise<Member> => {
      const { token, user } = await send(approvals.login, { body: { email, code } }, loggedOut)
      if (!token) throw new NotTrue('The login has no token')
      return createMember(
        outside,
        token,
        (user?.mfa_methods ?? []).map(({ type }) => type),
      )
    },
  }
}

function createMember(outside: LoginOutside, token: string, enrolled: readonly string[]): Member {
  const { context, factors } = openAccess(outside)
  const { call, webCrypto, delegateKey } = context
  const owner = tokenOwner(token, context.appId)
  const known = (['passkey', 'totp', 'sms'] as const).filter((each) => enrolled.includes(each))
  const { credentials } = outside
  return {
    factors: known.filter((each) => each !== 'passkey' || credentials !== undefined),
    describe: async (intentId) => {
      const receiver = await createSealReceiver(webCrypto)
      const body = { ephemeral_public_key: toBase64url(receiver.publicKey) }
      const answer = await call(
        approvals.describe,
        { params: { intent_id: intentId }, body },
        token,
      )
      if (answer.sealed_facts === null)
        return { status: answer.status, proposal: null, hasSigned: false }
      if (delegateKey === undefined) throw new NotTrue('The page has no key of a signer')
      const opened = await openFromServer(answer.sealed_facts, {
        receiver,
        senderPublicKey: delegateKey,
        info: approvalSealInfo,
        context: approvalContext(owner),
      }).catch(() => {
        throw new NotTrue('The signer has not sealed this')
      })
      const facts = readFacts(opened)
      const { request } = answer
      if (facts.name !== (await nameOf(webCrypto, request)))
        throw new NotTrue('The signer has another request')
      const mine = facts.quorums.filter(({ isMember }) => isMember)
      const nearest = mine.reduce<ApprovalFacts['quorums'][number] | undefined>(
        (best, each) => (best && missing(best) <= missing(each) ? best : each),
        undefined,
      )
      if (nearest === undefined) throw new NotTrue('The user is in no quorum')
      const { wallet } = facts
      const proposal = { request, wallet, votes: nearest, expiresAtMs: answer.expires_at }
      return { status: answer.status, proposal, hasSigned: mine.some((each) => each.hasSigned) }
    },
    approve: async (intentId, { request }) => {
      const body = await signApproval(webCrypto, request)
      return (await call(approvals.approve, { params: { intent_id: intentId }, body }, token))
        .status
    },
    reject: async (intentId) => {
      await call(approvals.reject, { params: { intent_id: intentId }, body: {} }, token)
    },
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

const missing = ({ cast, needed }: { cast: number; needed: number }) => needed - cast

function readFacts(opened: Uint8Array): ApprovalFacts {
  const parsed = approvalFacts.safeParse(JSON.parse(new TextDecoder().decode(opened)))
  if (!parsed.success) throw new NotTrue('The signer’s answer has another form')
  return parsed.data
}

/** Has the user use a passkey that is a second factor. */
async function assertPasskey(
  {
    call,
    credentials,
  }: { call: ReturnType<typeof openAccess>['context']['call'] } & Pick<LoginOutside, 'credentials'>,
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
