import type { SallyportClient } from '../client.js'
import { ClientError, FrameError } from '../errors.js'
import { isFactorMissing, isLockedOut } from './factor-errors.js'

/** Sends of one operation, the first of which carried no factor (wire reference §14). */
const maxSends = 4
/** How long each answer of the user is waited for. */
const waitMs = 5 * 60_000

/**
 * `asking`: waits for the user. `checking`: an answer is at the server. The others are ends: `passed`, `spent` after too many
 * wrong answers, `late` when none came in time, `cancelled`, and `failed` when the operation itself failed.
 */
export type MfaPhase = 'asking' | 'checking' | 'passed' | 'spent' | 'late' | 'cancelled' | 'failed'

/** What a second factor is asked for: to sign, to open a wallet, to change the second step, to change the account, or else. */
export type MfaPurpose = 'sign' | 'wallet' | 'factor' | 'account' | 'other'

/** An operation that waits for a second factor of the user. There is at most one for each client. */
export interface MfaVerification {
  /** What the user is asked for; of several operations that wait, the first one's. */
  readonly purpose: MfaPurpose
  /** Factors that the user has. */
  readonly methods: readonly string[]
  readonly phase: MfaPhase
  /** Answers that may still be given. */
  readonly triesLeft: number
  /** Runs `listener` after every change of `phase`. */
  subscribe(listener: () => void): () => void
  /**
   * Runs the operation again with `proof`.
   *
   * @throws FrameError `missing_or_invalid_mfa` for a wrong answer, `mfa_verification_max_attempts_reached` for the last one,
   *   `error` when the server wants a pause; else what the operation fails with.
   */
  submit(proof: FactorProof): Promise<void>
  /** Gives the operation up: it rejects with `mfa_cancelled`. */
  cancel(): void
}

/** A second factor that users enrol. */
export type MfaMethod = 'sms' | 'totp' | 'passkey'

/** A second factor as an operation of the frame carries it (wire reference §20.4). */
export interface FactorProof {
  /** `sms`, `totp`, `passkey` or `recovery_code`. */
  mfaMethod: string
  /** A code, or the assertion of a passkey as the wire writes it. */
  mfaCode: unknown
  /** The page's origin. */
  relyingParty: string
}

/** A verification with the promise of the operation's value. */
export interface RunningVerification<T> {
  verification: MfaVerification
  value: Promise<T>
}

/** Starts to wait for a factor with which `attempt` succeeds. */
export function startVerification<T>(
  client: SallyportClient,
  {
    methods,
    attempt,
    purpose = 'other',
  }: { methods: readonly string[]; attempt: Attempt<T>; purpose?: MfaPurpose | undefined },
): RunningVerification<T> {
  const listeners = new Set<() => void>()
  let resolve = (_: T) => {}
  let reject = (_: unknown) => {}
  const value = new Promise<T>((...settle) => {
    ;[resolve, reject] = settle
  })
  const userId = client.state.user?.id
  let phase: MfaPhase = 'asking'
  let sends = 1
  let round = 0

  const change = (next: MfaPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const fail = (next: MfaPhase, error: unknown) => {
    reject(error)
    change(next)
    return error
  }
  const ask = () => {
    round += 1
    const mine = round
    client.environment.clock.wait(waitMs).then(() => {
      if (phase === 'asking' && round === mine) fail('late', timedOut())
    })
  }
  const isOpen = () => phase === 'asking' || phase === 'checking'
  const cancel = () => {
    if (isOpen()) fail('cancelled', cancelled())
  }
  const stopWatching = client.subscribe(() => {
    if (client.state.user?.id !== userId) cancel()
  })
  value.catch(() => undefined).finally(stopWatching)

  /** What a failed send means for those that may follow. */
  const judge = (error: unknown): unknown => {
    const isWrong = isFactorMissing(error)
    if (isWrong && sends >= maxSends) return fail('spent', tooManyTries())
    if (!isWrong && !isLockedOut(error)) return fail('failed', error)
    change('asking')
    ask()
    return error
  }
  ask()
  return {
    value,
    verification: {
      purpose,
      methods,
      get phase() {
        return phase
      },
      get triesLeft() {
        return maxSends - sends
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async submit(proof) {
        if (phase !== 'asking')
          throw new ClientError('not_supported', { message: 'No operation waits for a factor' })
        sends += 1
        change('checking')
        const outcome = await attempt(proof).then(
          (given) => ({ given }),
          (error: unknown) => ({ error }),
        )
        // The user gave up while the answer was under way: what it brings is not wanted any more.
        if (!isOpen()) throw cancelled()
        if ('error' in outcome) throw judge(outcome.error)
        resolve(outcome.given)
        change('passed')
      },
      cancel,
    },
  }
}

/** One send of an operation, with a factor or without. */
export type Attempt<T> = (proof: FactorProof | null) => Promise<T>

/** The end of an operation whose factor was wrong too often, or which none could be asked for. */
export function tooManyTries(): FrameError {
  return new FrameError(
    'mfa_verification_max_attempts_reached',
    'The verification failed too often',
  )
}

function timedOut(): FrameError {
  return new FrameError('mfa_timeout', 'The verification was not completed in time')
}

function cancelled(): FrameError {
  return new FrameError('mfa_cancelled', 'The verification was cancelled')
}
