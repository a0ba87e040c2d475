import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import type { SendSettings } from './follow.js'

/** What holds where an app has set nothing. */
const unset: SendSettings = { confirmations: 12, replaceAfterSeconds: 120 }

/** Reads what apps have set for their sends, each app once. Where the signer does not answer, the usual holds. */
export function createSendSettings(
  deps: Pick<Deps, 'signer' | 'db' | 'clock'>,
): (appId: string) => Promise<SendSettings> {
  const read = new Map<string, Promise<SendSettings>>()
  return (appId) => {
    const known = read.get(appId) ?? readSettings(deps, appId).catch(() => unset)
    read.set(appId, known)
    return known
  }
}

async function readSettings(
  deps: Pick<Deps, 'signer' | 'db' | 'clock'>,
  appId: string,
): Promise<SendSettings> {
  const { settings } = await callSigner(deps, 'readWalletSettings', { appId })
  return {
    confirmations: settings.confirmations,
    replaceAfterSeconds: settings.replace_after_seconds,
  }
}
