import type { VaultOutput } from '@sallyport/protocols/vault'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import type { Db } from '../db/connect.js'
import {
  endOtherStepUps,
  holdFactors,
  writeFactors,
  writeRecoveryCodesTime,
} from '../db/factors.js'
import type { UserKey } from '../db/links.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { type FactorEvent, recordFactorEvent } from './factor-events.js'
import type { FactorRecord } from './user.js'

/** What the vault says of a user's factors. */
type VaultFactors = VaultOutput<'listFactors'>['factors']

/** What the vault says after a change, and whose change it was. */
export interface FactorChange {
  /** Whose step-up stays; undefined when no session made the change. */
  sessionId: string | undefined
  device?: RequestFacts['device'] | undefined
  factors: VaultFactors
  /** What is recorded and told; undefined when nothing changed. */
  event: FactorEvent | undefined
}

/** Takes over the vault's list in one transaction, ends the step-up of other sessions, records the change and has the user told. */
export async function noteFactors(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  transaction: Db,
  input: UserKey & FactorChange & { nowMs: number },
): Promise<void> {
  const { appId, userId, sessionId, device, factors, event, nowMs } = input
  const owner = { appId, userId }
  const credentialIds = factors.flatMap(({ credentialId }) => credentialId ?? [])
  const methods = toRecords(factors)
  const { recovery_codes_at } = await holdFactors(transaction, owner)
  const row = { app_id: appId, id: userId, mfa_methods: methods, recovery_codes_at }
  const mac = rowMac(keyEncryption, authenticRows.userFactors, row)
  await writeFactors(transaction, { ...owner, methods, credentialIds, mac })
  await endOtherStepUps(transaction, { ...owner, sessionId })
  if (event === undefined) return
  await recordFactorEvent(transaction, { ...owner, sessionId, device, ...event, nowMs })
}

/** Notes that the user has new recovery codes, records it and has the user told. */
export async function noteRecoveryCodes(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  transaction: Db,
  input: UserKey & Pick<FactorChange, 'sessionId' | 'device'> & { nowMs: number },
): Promise<void> {
  const { appId, userId, nowMs } = input
  const owner = { appId, userId }
  const { mfa_methods } = await holdFactors(transaction, owner)
  const row = { app_id: appId, id: userId, mfa_methods, recovery_codes_at: nowMs }
  const mac = rowMac(keyEncryption, authenticRows.userFactors, row)
  await writeRecoveryCodesTime(transaction, { ...owner, atMs: nowMs, mac })
  await recordFactorEvent(transaction, { ...input, kind: 'recovery_codes_created' })
}

/** One entry for each method, with the time of its latest factor. */
function toRecords(factors: VaultFactors): FactorRecord[] {
  const latest = new Map<FactorRecord['type'], number>()
  for (const { method, verifiedAtMs } of factors) {
    latest.set(method, Math.max(latest.get(method) ?? 0, verifiedAtMs))
  }
  return [...latest].map(([type, verified_at]) => ({ type, verified_at }))
}
