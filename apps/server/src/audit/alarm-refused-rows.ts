import type { Deps } from '../deps.js'
import { type Signer, type Vault, VaultRefusal } from '../ports/vault.js'
import { raiseAlarm } from './raise-alarm.js'

type Call = (name: string, input: object) => Promise<unknown>

/**
 * The same vault or signer. When it refuses a row of its database that it did not write (T-29), operators are
 * alarmed here: it has a log, and neither metrics nor a webhook.
 */
export function alarmRefusedRows<P extends Vault | Signer>(
  program: P,
  deps: Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'metrics'>,
): Pick<P, 'call'> {
  // Names and inputs pass through as they are.
  const ask = program.call as Call
  const call: Call = (name, input) =>
    ask(name, input).catch(async (error: unknown) => {
      if (error instanceof VaultRefusal && error.code === 'row_refused') {
        await raiseAlarm(deps, { alarm: 'vault_row_refused', appId: appOf(input) })
      }
      throw error
    })
  return { call } as Pick<P, 'call'>
}

/** The app that a call is for; a request of an app's back end names it in its headers. */
function appOf(input: { appId?: string; request?: { headers: Record<string, string> } }): string {
  return input.appId ?? input.request?.headers['privy-app-id'] ?? ''
}
