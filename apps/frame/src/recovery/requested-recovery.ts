import {
  automaticRecoveryMethod,
  type FrameEvent,
  type frameEvents,
  recoverySecrets,
} from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'
import {
  automaticRecovery,
  findStrategy,
  type RecoveryFields,
  type RecoveryStrategy,
} from './strategies.js'

/** What an event does with a recovery: the column of the table of events. */
type Use = NonNullable<(typeof frameEvents)[FrameEvent]['recovery']>

/** A strategy, and the fields of the request that it works with. */
export interface RecoveryChoice {
  strategy: RecoveryStrategy
  fields: RecoveryFields
}

/**
 * The recovery a request asks for, automatic recovery when it names none. Ignoring a method or a secret would leave the user
 * with less protection than asked for. A request that opens a root is judged again by `requireSecretsOf`, once its method is known.
 *
 * @throws FrameError `invalid_request_arguments` when the frame cannot do what the request asks for.
 */
export function requireRecovery(use: Use, fields: RecoveryFields): RecoveryChoice {
  const strategy = findStrategy(fields.recoveryMethod ?? automaticRecoveryMethod)
  if (!strategy) throw notSupported()
  // The root has its recovery already; a secret in the request would change nothing about it.
  // Nor would the one it replaces, which is proven by its secret.
  const isProof = use === 'replace' && strategy === automaticRecovery
  if (use !== 'use' && !isProof)
    requireSecretsOf({ secrets: use === 'inherit' ? [] : strategy.secrets }, fields)
  return { strategy, fields }
}

/** @throws FrameError `invalid_request_arguments` when the fields hold a secret of another method. */
export function requireSecretsOf(
  { secrets }: Pick<RecoveryStrategy, 'secrets'>,
  fields: RecoveryFields,
): void {
  const given = recoverySecrets.filter((name) => fields[name] != null)
  if (given.some((name) => !secrets.includes(name))) throw notSupported()
}

/** Whether the fields hold any secret of the user. */
export function hasSecret(fields: RecoveryFields): boolean {
  return recoverySecrets.some((name) => fields[name] != null)
}

const notSupported = () => invalidArguments('This recovery method is not supported')
