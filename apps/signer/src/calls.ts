import { toBase64url } from '@sallyport/crypto'
import {
  CallRefused,
  changeAppKey,
  LimitReached,
  logAnnouncedKey,
  logRefusal,
  pinAppKey,
  readRequest,
} from '@sallyport/keyholder'
import {
  type SignerCall,
  type SignerInput,
  type SignerOutput,
  signerCalls,
} from '@sallyport/protocols/signer'
import type { Logger } from 'pino'
import {
  deleteUser,
  openConsent,
  revokeDelegations,
  storeDelegation,
} from './grants/delegated/consents.js'
import { signRequest } from './grants/delegated/delegated-grant.js'
import { confirmWallet, createWallet } from './grants/wallet/create-wallet.js'
import { importWallet } from './grants/wallet/import-wallet.js'
import { createQuorum, deleteQuorum, updateQuorum } from './grants/wallet/quorums.js'
import { signWithWallet } from './grants/wallet/sign-with-wallet.js'
import { updateWallet } from './grants/wallet/update-wallet.js'
import { PolicyRefusal } from './refusals.js'
import type { SignerDeps } from './signer-deps.js'

type CallDeps = SignerDeps & { logger: Logger }

const refuse = async (): Promise<never> => {
  throw new CallRefused('invalid_request', new Error('The signer does not answer this call yet'))
}
const notYet = {
  beginImport: refuse,
  readWallet: refuse,
  archiveWallet: refuse,
  restoreWallet: refuse,
  signTransfer: refuse,
  exportWallet: refuse,
  readQuorum: refuse,
  registerAuthorizationKey: refuse,
  countSignatures: refuse,
  createUserKey: refuse,
  createPolicy: refuse,
  readPolicy: refuse,
  updatePolicy: refuse,
  deletePolicy: refuse,
  addRule: refuse,
  updateRule: refuse,
  deleteRule: refuse,
  evaluatePolicy: refuse,
  replayPolicy: refuse,
  createAggregation: refuse,
  readAggregation: refuse,
  updateAggregation: refuse,
  deleteAggregation: refuse,
  createConditionSet: refuse,
  readConditionSet: refuse,
  updateConditionSet: refuse,
  deleteConditionSet: refuse,
  addConditionSetItems: refuse,
  replaceConditionSetItems: refuse,
  deleteConditionSetItem: refuse,
  listConditionSetItems: refuse,
  readWalletSettings: refuse,
  updateWalletSettings: refuse,
}

const handlers = {
  health: async (_input, deps) => ({
    status: 'ok',
    publicKey: toBase64url(deps.sealKey.publicKey),
  }),
  pinAppKey,
  changeAppKey: (input, deps) =>
    changeAppKey(input, {
      ...deps,
      // The vault, which hears of the same key, mails it.
      announceKey: async (announced) => logAnnouncedKey(announced, deps.logger),
    }),
  openConsent,
  storeDelegation,
  revokeDelegations,
  deleteUser,
  signRequest,
  createWallet,
  importWallet,
  confirmWallet,
  updateWallet,
  signWithWallet,
  createQuorum,
  updateQuorum,
  deleteQuorum,
  ...notYet,
} satisfies {
  [C in SignerCall]: (input: SignerInput<C>, deps: CallDeps) => Promise<SignerOutput<C>>
}

/** Answers one line of the socket. Never rejects; an error is answered with its code only. */
export async function answerSignerLine(line: string, deps: CallDeps) {
  const request = readRequest(line)
  if (!request) return { id: null, error: { code: 'invalid_request' } }
  const { id, call } = request
  try {
    if (!isSignerCall(call)) throw new CallRefused('invalid_request')
    return { id, output: await perform(call, { input: request.input, deps }) }
  } catch (error) {
    const isRefusal = error instanceof CallRefused || error instanceof PolicyRefusal
    const code = isRefusal ? error.code : 'internal_error'
    const refused = { call: isSignerCall(call) ? call : 'unknown', code, error }
    logRefusal(deps.logger, refused, 'call of the signer refused')
    const wait = error instanceof LimitReached && { retryAfterSeconds: error.retryAfterSeconds }
    return { id, error: { code, ...wait } }
  }
}

function isSignerCall(call: unknown): call is SignerCall {
  return typeof call === 'string' && Object.hasOwn(signerCalls, call)
}

async function perform<C extends SignerCall>(
  call: C,
  { input, deps }: { input: unknown; deps: CallDeps },
): Promise<unknown> {
  const parsed = signerCalls[call].input.safeParse(input)
  if (!parsed.success) throw new CallRefused('invalid_request')
  // The parsed value is of this call: TypeScript cannot tie an indexed schema to an indexed handler.
  const handler = handlers[call] as (input: unknown, deps: CallDeps) => Promise<unknown>
  return handler(parsed.data, deps)
}
