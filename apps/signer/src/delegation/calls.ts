import { toBase64url } from '@sallyport/crypto'
import {
  type DelegateCall,
  type DelegateInput,
  type DelegateOutput,
  delegateCalls,
} from '@sallyport/protocols/delegate'
import type { Logger } from 'pino'
import { logAnnouncedKey } from '../announce-key.js'
import { pinAppKey } from '../app-keys.js'
import { changeAppKey } from '../change-app-key.js'
import { logRefusal } from '../log-refusal.js'
import { readRequest } from '../read-request.js'
import { LimitReached, VaultError } from '../vault-error.js'
import { deleteUser, openConsent, revokeDelegations, storeDelegation } from './consents.js'
import type { DelegateDeps } from './delegate-deps.js'
import { PolicyRefusal } from './policy-refusal.js'
import { signRequest } from './sign-request.js'

type CallDeps = DelegateDeps & { logger: Logger }

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
} satisfies {
  [C in DelegateCall]: (input: DelegateInput<C>, deps: CallDeps) => Promise<DelegateOutput<C>>
}

/** Answers one line of the socket. Never rejects; an error is answered with its code only. */
export async function answerDelegateLine(line: string, deps: CallDeps) {
  const request = readRequest(line)
  if (!request) return { id: null, error: { code: 'invalid_request' } }
  const { id, call } = request
  try {
    if (!isDelegateCall(call)) throw new VaultError('invalid_request')
    return { id, output: await perform(call, { input: request.input, deps }) }
  } catch (error) {
    const isRefusal = error instanceof VaultError || error instanceof PolicyRefusal
    const code = isRefusal ? error.code : 'internal_error'
    const refused = { call: isDelegateCall(call) ? call : 'unknown', code, error }
    logRefusal(deps.logger, refused, 'call of the delegated signer refused')
    const wait = error instanceof LimitReached && { retryAfterSeconds: error.retryAfterSeconds }
    return { id, error: { code, ...wait } }
  }
}

function isDelegateCall(call: unknown): call is DelegateCall {
  return typeof call === 'string' && Object.hasOwn(delegateCalls, call)
}

async function perform<C extends DelegateCall>(
  call: C,
  { input, deps }: { input: unknown; deps: CallDeps },
): Promise<unknown> {
  const parsed = delegateCalls[call].input.safeParse(input)
  if (!parsed.success) throw new VaultError('invalid_request')
  // The parsed value is of this call: TypeScript cannot tie an indexed schema to an indexed handler.
  const handler = handlers[call] as (input: unknown, deps: CallDeps) => Promise<unknown>
  return handler(parsed.data, deps)
}
