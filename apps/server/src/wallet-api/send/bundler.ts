import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { isRecord } from './json.js'

/** Who carries operations of an app's wallets on a network, and who pays for them. */
export interface Sponsor {
  bundlerUrl: string
  paymasterUrl: string
  /** Handed to the paymaster as it is. */
  context: Readonly<Record<string, unknown>>
}

/** Estimates run the operation, which takes a bundler longer than a node takes to answer. */
const deadlineMs = 15_000

/**
 * The bundler and the paymaster of an app on a network: those of its smart wallets, else the deployment's.
 *
 * @throws ApiError `feature_not_enabled` (400) where there is none: the app would pay without knowing it.
 */
export function requireSponsor({ config }: Pick<Deps, 'config'>, app: App, caip2: string): Sponsor {
  const smart = app.settings.smart_wallet_config
  const own = smart?.enabled
    ? smart.configured_networks.find(({ chain_id }) => chain_id === caip2)
    : undefined
  const number = caip2.slice('eip155:'.length)
  const bundlerUrl = own?.bundler_url ?? config.bundlerUrls?.get(number)
  const paymasterUrl = own ? own.paymaster_url : config.paymasterUrls?.get(number)
  if (bundlerUrl === undefined || paymasterUrl === undefined)
    throw new ApiError('feature_not_enabled', {
      status: 400,
      message: `No paymaster pays for wallets of this app on ${caip2}: send without sponsor`,
    })
  return { bundlerUrl, paymasterUrl, context: { ...own?.paymaster_context } }
}

/**
 * Asks a bundler or a paymaster.
 *
 * @throws BroadcastError when it refuses, or does not answer.
 */
export async function askBundler(
  { outbound }: Pick<Deps, 'outbound'>,
  url: string,
  { method, params }: { method: string; params: readonly unknown[] },
): Promise<unknown> {
  const answer = await outbound({
    url,
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method, params },
    signal: AbortSignal.timeout(deadlineMs),
  }).catch((cause: unknown) => {
    throw silent(cause)
  })
  const { json, status } = answer
  if (isRecord(json) && isRecord(json.error))
    throw new BroadcastError(
      'transaction_broadcast_failure',
      `The bundler or paymaster refuses it: ${String(json.error.message).slice(0, 200)}`,
    )
  if (status >= 500 || !isRecord(json) || !('result' in json)) throw silent()
  return json.result
}

function silent(cause?: unknown): BroadcastError {
  const message =
    'The bundler or paymaster did not answer. It may have the operation: the same request again sends it once'
  return new BroadcastError('transaction_broadcast_failure', message, { cause, isUncertain: true })
}
