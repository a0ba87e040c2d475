import {
  fromBase64url,
  generateSealKeyPair,
  openSealed,
  type SealKeyPair,
  toBase64url,
} from '@sallyport/crypto'
import {
  type RefusalDetails,
  walletShareContext,
  walletShareSealInfo,
} from '@sallyport/protocols/signer'
import { answerOnSocket } from '@sallyport/testing'
import { type AppKey, signPayload } from './app-key.js'

/** A wallet as the API knows it, with the API's half. */
export interface TestWallet {
  walletId: string
  apiShare: string
  address: string
  ownerId: string | null
}

/** What a test may ask of a new wallet. */
export interface WalletFields {
  chainType?: string
  owner?:
    | { publicKey: string }
    | { quorumId: string }
    | { userId: string }
    | { keyIds: string[]; threshold: number | null }
    | null
  signers?: { quorumId: string; policyIds: string[] }[]
  policyIds?: string[]
}

/** A request before it is signed. */
interface Unsigned {
  path: string
  method?: string
  body: object
  /** Of the URL. */
  base?: string
  headers?: Record<string, string>
}

interface Answer {
  error?: { code: string; details?: RefusalDetails }
  // Each call answers some of these.
  output?: {
    walletId: string
    sealedShare: { enc: string; ciphertext: string }
    wallet: {
      id: string
      address: string
      ownerId: string | null
      publicKey: string | null
      signers: unknown[]
    }
    quorum: { id: string; threshold: number; publicKeys: string[] }
    data: { signature: string; signed_transaction: string }
    policy: { id: string; rules: { id: string }[]; owner_id: string | null }
    aggregation: { id: string }
    conditionSet: { id: string }
  }
}

export type ServerWallets = Awaited<ReturnType<typeof createServerWallets>>

/** Server wallets of an app at a signer's socket, from the API's side. */
export async function createServerWallets({
  socketPath,
  appId,
}: {
  socketPath: string
  appId: string
}) {
  const api = await generateSealKeyPair()
  const ask = (call: string, input: object) => answerOnSocket<Answer>(socketPath, { call, input })
  const outputOf = async (call: string, input: object) => {
    const { output, error } = await ask(call, input)
    if (!output) throw new Error(`The signer refused ${call}: ${error?.code}`)
    return output
  }
  const codeOf = async (call: string, input: object) => (await ask(call, input)).error?.code

  /** A wallet that is not confirmed yet. */
  const pending = async ({
    chainType = 'ethereum',
    owner = null,
    signers = [],
    policyIds = [],
  }: WalletFields = {}) => {
    const wallet = { chainType, owner, signers, policyIds }
    const sealTo = toBase64url(api.publicKey)
    const { walletId, sealedShare } = await outputOf('createWallet', { appId, wallet, sealTo })
    const apiShare = await openShare(sealedShare, { api, appId, walletId })
    return { walletId, apiShare }
  }
  const confirm = (made: { walletId: string; apiShare: string }) =>
    outputOf('confirmWallet', { appId, ...made })
  const create = async (fields: WalletFields = {}): Promise<TestWallet> => {
    const made = await pending(fields)
    const { address, ownerId } = (await confirm(made)).wallet
    return { ...made, address, ownerId }
  }

  const quorum = async (body: object) => (await outputOf('createQuorum', { appId, body })).quorum
  /** A policy of the app. */
  const policy = (rules: readonly object[], more: object = {}) => {
    const body = { version: '1.0', name: 'Test', chain_type: 'ethereum', rules, ...more }
    return outputOf('createPolicy', { appId, body })
  }
  /** A limit of the app, of 24 hours. */
  const limit = async (fields: object) => {
    const window = { type: 'rolling', seconds: 86_400 }
    const body = { name: 'Day', method: '*', window, ...fields }
    return (await outputOf('createAggregation', { appId, body })).aggregation.id
  }
  return {
    appId,
    api,
    policy,
    limit,
    openShare: (made: { walletId: string; sealedShare: { enc: string; ciphertext: string } }) =>
      openShare(made.sealedShare, { api, appId, walletId: made.walletId }),
    ask,
    outputOf,
    codeOf,
    pending,
    confirm,
    create,
    quorum,
    ...createInputs(appId),
  }
}

/** Inputs of calls with requests that keys have signed. */
function createInputs(appId: string) {
  const host = 'https://api.example/v1'

  /** A request that the keys have signed. */
  const signed = (
    { path, method = 'POST', body, base = host, headers = {} }: Unsigned,
    keys: readonly AppKey[],
  ) => {
    const payload = {
      version: 1,
      method,
      url: `${base}/${path}`,
      body,
      headers: { 'privy-app-id': appId, ...headers },
    }
    const { version: _, ...request } = payload
    return { ...request, signatures: keys.map((key) => signPayload(payload, key)) }
  }
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  /** Input of `signWithWallet` for a message. */
  const signing = (wallet: TestWallet, keys: readonly AppKey[], body: object = message) => {
    const { walletId, apiShare } = wallet
    return {
      appId,
      walletId,
      apiShare,
      request: signed({ path: `wallets/${walletId}/rpc`, body }, keys),
    }
  }
  /** Input of `updateWallet`. */
  const updating = ({ walletId }: { walletId: string }, body: object, keys: readonly AppKey[]) => ({
    ...{ appId, walletId },
    request: signed({ path: `wallets/${walletId}`, method: 'PATCH', body }, keys),
  })
  /** Input of a change of a policy, limit or set, or of a part of it. */
  const governing = (
    path: string,
    {
      method = 'PATCH',
      body = {},
      ...ids
    }: { method?: string; body?: object; [id: string]: unknown },
    keys: readonly AppKey[] = [],
  ) => ({ appId, ...ids, request: signed({ path, method, body }, keys) })
  /** Input of `updateQuorum`, and of `deleteQuorum` with that method. */
  const changing = (
    quorumId: string,
    body: object,
    keys: readonly AppKey[],
    { method = 'PATCH', base = host } = {},
  ) => ({
    ...{ appId, quorumId },
    request: signed({ path: `key_quorums/${quorumId}`, method, body, base }, keys),
  })
  return { signed, signing, updating, changing, governing }
}

async function openShare(
  { enc, ciphertext }: { enc: string; ciphertext: string },
  { api, appId, walletId }: { api: SealKeyPair; appId: string; walletId: string },
): Promise<string> {
  const share = await openSealed({
    recipientPrivateKey: api.privateKey,
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: new TextEncoder().encode(walletShareSealInfo),
    aad: new TextEncoder().encode(walletShareContext({ appId, walletId })),
  })
  return toBase64url(share)
}
