import { toBase64url } from '@sallyport/crypto'
import {
  CallRefused,
  changeAppKey,
  LimitReached,
  logRefusal,
  pinAppKey,
  readRequest,
} from '@sallyport/keyholder'
import { isFresh } from '@sallyport/process'
import {
  type VaultCall,
  type VaultErrorCode,
  type VaultInput,
  type VaultOutput,
  vaultCalls,
} from '@sallyport/protocols/vault'
import type { Logger } from 'pino'
import { announceKey } from './announce-key.js'
import { deleteRecoveryKeys } from './delete-recovery-keys.js'
import { deleteUser } from './deleted-users.js'
import { factorHandlers } from './factors/index.js'
import { pinContacts } from './notices/pin-contacts.js'
import type { RecoveryDeps } from './recovery-deps.js'
import { releaseRecoveryKey, storeRecoveryKey } from './recovery-keys.js'
import { BreakerOpen, RootRefused } from './refusals.js'
import { pinRoot } from './root-pins.js'

/** One answer on the socket; `id` is null when the request's id could not be read. */
export type VaultAnswer =
  | { id: string | null; error: { code: VaultErrorCode; retryAfterSeconds?: number } }
  | { id: string; output: unknown }

type CallDeps = RecoveryDeps & { logger: Logger }

type Handlers = {
  [C in VaultCall]: (input: VaultInput<C>, deps: CallDeps) => Promise<VaultOutput<C>>
}

const handlers = {
  health: async (_input, deps) => ({
    status: 'ok',
    publicKey: toBase64url(deps.sealKey.publicKey),
  }),
  pinAppKey,
  changeAppKey: (input, deps) =>
    changeAppKey(input, { ...deps, announceKey: (announced) => announceKey(announced, deps) }),
  storeRecoveryKey,
  releaseRecoveryKey,
  pinRoot,
  pinContacts,
  deleteRecoveryKeys,
  deleteUser,
  ...factorHandlers,
} satisfies Handlers

/** Answers one line of the socket. Never rejects; an error is answered with its code only. */
export async function answerLine(line: string, deps: CallDeps): Promise<VaultAnswer> {
  const request = readRequest(line)
  if (!request) return { id: null, error: { code: 'invalid_request' } }
  const { id, call } = request
  try {
    if (!isVaultCall(call)) throw new CallRefused('invalid_request')
    return { id, output: await perform(call, { input: request.input, deps }) }
  } catch (error) {
    const code = error instanceof CallRefused ? error.code : 'internal_error'
    const refused = { call: isVaultCall(call) ? call : 'unknown', code, error }
    logRefusal(deps.logger, refused, 'vault call refused')
    if (error instanceof RootRefused)
      deps.logger.error({ event: 'root_refused' }, 'The API named another wallet than the user has')
    if (error instanceof BreakerOpen) raiseAlarm(error.breaker, deps)
    const wait = error instanceof LimitReached && { retryAfterSeconds: error.retryAfterSeconds }
    return { id, error: { code, ...wait } }
  }
}

function isVaultCall(call: unknown): call is VaultCall {
  return typeof call === 'string' && Object.hasOwn(vaultCalls, call)
}

async function perform<C extends VaultCall>(
  call: C,
  { input, deps }: { input: unknown; deps: CallDeps },
): Promise<unknown> {
  const parsed = vaultCalls[call].input.safeParse(input)
  if (!parsed.success) throw new CallRefused('invalid_request')
  // The parsed value is of this call: TypeScript cannot tie an indexed schema to an indexed handler.
  const handler = handlers[call] as (input: unknown, deps: CallDeps) => Promise<unknown>
  return handler(parsed.data, deps)
}

const alarmEveryMs = 60_000
/** When the last alarm of an app's limit was logged. */
const alarms = new WeakMap<Logger, Map<string, number>>()

/** Logs that users of an app are refused because of others, once a minute for each part of its limit. */
function raiseAlarm(
  breaker: { appId: string; part: string },
  { logger, clock }: { logger: Logger; clock: RecoveryDeps['clock'] },
): void {
  const raisedAtMs = alarms.get(logger) ?? new Map<string, number>()
  alarms.set(logger, raisedAtMs)
  const key = `${breaker.appId} ${breaker.part}`
  const nowMs = clock.nowMs()
  if (isFresh(raisedAtMs.get(key), { nowMs, forMs: alarmEveryMs })) return
  for (const [other, atMs] of raisedAtMs)
    if (!isFresh(atMs, { nowMs, forMs: alarmEveryMs })) raisedAtMs.delete(other)
  raisedAtMs.set(key, nowMs)
  logger.error(
    { event: 'recovery_breaker_open', ...breaker },
    'The limit of recovery keys released per minute is used up: recoveries are refused',
  )
}
