import {
  automaticRecoveryMethod,
  type FrameEvent,
  type frameEvents,
  type RecoverySecret,
  recoverySecrets,
} from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'
import { findStrategy, type RecoveryStrategy } from './strategies.js'

/** What an event does with a recovery: the column of the table of events. */
type Use = NonNullable<(typeof frameEvents)[FrameEvent]['recovery']>

/** The recovery fields of a request; public clients leave them out or send null. */
export type RecoveryFields = {
  readonly [F in 'recoveryMethod' | RecoverySecret]?: string | null | undefined
}

/** Secrets a request may carry, by what its event does with them. */
const allowedSecrets = {
  choose: ({ secrets }) => secrets,
  use: ({ secrets }) => secrets,
  // The root has its recovery already; a secret in the request would change nothing about it.
  inherit: () => [],
} satisfies Record<Use, (strategy: RecoveryStrategy) => readonly RecoverySecret[]>

/**
 * The strategy a request asks for, automatic recovery when it names none. Ignoring a method or a secret would leave the user
 * with less protection than asked for.
 *
 * @throws FrameError `invalid_request_arguments` when the frame cannot do what the request asks for.
 */
export function requireRecovery(use: Use, fields: RecoveryFields): RecoveryStrategy {
  const strategy = findStrategy(fields.recoveryMethod ?? automaticRecoveryMethod)
  const given = recoverySecrets.filter((name) => fields[name] != null)
  const allowed = strategy ? allowedSecrets[use](strategy) : []
  if (!strategy || given.some((name) => !allowed.includes(name))) {
    throw invalidArguments('This recovery method is not supported')
  }
  return strategy
}
