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
import { readConsents } from './grants/delegated/read-consents.js'
import { addApprovalKey, describeApproval } from './grants/wallet/approvals.js'
import { archiveWallet, readWallet, restoreWallet } from './grants/wallet/archive-wallet.js'
import { checkChange } from './grants/wallet/check-change.js'
import { countSignatures } from './grants/wallet/count-signatures.js'
import { confirmWallet, createWallet } from './grants/wallet/create-wallet.js'
import { exportWallet } from './grants/wallet/export-wallet.js'
import { beginImport } from './grants/wallet/import-keys.js'
import { importWallet } from './grants/wallet/import-wallet.js'
import * as quorums from './grants/wallet/quorums.js'
import { signNoop, signTransfer, signWithWallet } from './grants/wallet/sign-with-wallet.js'
import { updateWallet } from './grants/wallet/update-wallet.js'
import { createUserKey } from './grants/wallet/user-key.js'
import * as limits from './policy-rows/aggregations.js'
import * as conditionSets from './policy-rows/condition-sets.js'
import { evaluatePolicy } from './policy-rows/evaluate.js'
import { createPolicy, deletePolicy, readPolicy, updatePolicy } from './policy-rows/policies.js'
import { replayPolicy } from './policy-rows/replay.js'
import { addRule, deleteRule, updateRule } from './policy-rows/rules.js'
import { readWalletSettings, updateWalletSettings } from './policy-rows/settings.js'
import { ExplainedRefusal } from './refusals.js'
import type { SignerDeps } from './signer-deps.js'

type CallDeps = SignerDeps & { logger: Logger }

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
  readConsents,
  deleteUser,
  signRequest,
  createWallet,
  beginImport,
  importWallet,
  confirmWallet,
  readWallet,
  updateWallet,
  archiveWallet,
  restoreWallet,
  signWithWallet,
  signTransfer,
  signNoop,
  exportWallet: async (input, deps) => {
    const exported = await exportWallet(input, deps)
    const { appId, walletId } = input
    // Of the signer's own: code in the API could leave its alarm out.
    deps.logger.error(
      { event: 'wallet_exported', appId, walletId, kind: exported.kind },
      'the key or phrase of a server wallet has left',
    )
    return exported
  },
  ...quorums,
  countSignatures,
  checkChange,
  createUserKey,
  describeApproval,
  addApprovalKey,
  createPolicy,
  readPolicy,
  updatePolicy,
  deletePolicy,
  addRule,
  updateRule,
  deleteRule,
  evaluatePolicy,
  replayPolicy,
  ...limits,
  ...conditionSets,
  readWalletSettings,
  updateWalletSettings,
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
    const code = error instanceof CallRefused ? error.code : 'internal_error'
    const refused = { call: isSignerCall(call) ? call : 'unknown', code, error }
    logRefusal(deps.logger, refused, 'call of the signer refused')
    const wait = error instanceof LimitReached && { retryAfterSeconds: error.retryAfterSeconds }
    const details = error instanceof ExplainedRefusal && { details: error.details }
    return { id, error: { code, ...wait, ...details } }
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
