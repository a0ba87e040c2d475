import { ApiError, type LoginChain } from '@sallyport/contract'
import {
  type DelegatedRequest,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/protocols/signer'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { describeIssue } from '../../http/describe-issue.js'
import type { SignedRequest } from '../../http/implement.js'
import { requestDigest } from '../../wallet-api/send/request-digest.js'
import { type Draft, requireNode, send } from '../../wallet-api/send/send.js'
import { type HeldHalf, signDelegated } from '../../wallet-api/sign-delegated.js'
import { sentData } from './rpc.js'

/**
 * Carries out a request with a wallet that its user has delegated, as the calls on server wallets are: the signer checks the
 * consent.
 */
export async function callDelegated(
  deps: Deps,
  {
    app,
    wallet,
    held,
    body,
    signed,
  }: {
    app: App
    wallet: { id: string; chainType: LoginChain; address: string }
    /** The API's half of its key. */
    held: HeldHalf
    body: Record<string, unknown>
    signed: SignedRequest
  },
) {
  const read = delegatedRequest.safeParse(body)
  if (!read.success) throw refusalOf(body, read.error.issues[0])
  const { method } = read.data
  const sign = () => signDelegated(deps, app, { held, body, signed })
  if (!('caip2' in read.data)) return { method, data: withEncoding(method, await sign()) }
  const { caip2 } = read.data
  requireNode(deps, caip2)
  const transaction = await send(deps, {
    appId: app.id,
    walletId: wallet.id,
    chainType: wallet.chainType,
    address: wallet.address,
    caip2,
    digest: requestDigest(signed, deps.random),
    referenceId: undefined,
    transfer: undefined,
    // What a delegated wallet sends is signed by the app as a whole, with its nonce and fees.
    signedBy: null,
    prepare: async () => wholeDraft(read.data),
    sign: async () => ({ bytes: (await sign()).signed_transaction ?? '' }),
  })
  return { method, data: sentData(transaction) }
}

/** The nonce that a request has chosen. */
function wholeDraft(asked: DelegatedRequest): Draft {
  if (asked.method !== 'eth_sendTransaction') return {}
  const { nonce } = asked.params.transaction
  return { nonces: { first: nonce, last: nonce } }
}

/** How each method's answer is written; the consent's own answers may leave it out. */
const encodings: Readonly<Record<string, string>> = {
  personal_sign: 'hex',
  eth_signTypedData_v4: 'hex',
  eth_signTransaction: 'rlp',
  signMessage: 'base64',
  signTransaction: 'base64',
}

function withEncoding(method: string, data: Record<string, string>): Record<string, string> {
  const encoding = encodings[method]
  return encoding === undefined ? data : { encoding, ...data }
}

type Issue = Parameters<typeof describeIssue>[0]

function refusalOf(body: Record<string, unknown>, issue: Issue | undefined): ApiError {
  const { method } = body
  if (typeof method !== 'string' || !Object.hasOwn(delegatedMethods, method))
    return new ApiError('not_supported', { message: 'No consent covers this method' })
  const { message, field } = describeIssue(issue ?? { path: [] }, 'body', body)
  return new ApiError('invalid_data', { message, ...(field !== undefined && { data: { field } }) })
}
