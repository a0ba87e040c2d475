import type { AdmissionList } from '../db/admission.js'
import type { Db } from '../db/connect.js'
import { recordEvent } from './record-event.js'

interface AppChange {
  appId: string
  nowMs: number
}

/** Records which settings of an app its back end changed, without their values. */
export async function recordAppChange(
  db: Db,
  { appId, settings, nowMs }: AppChange & { settings: readonly string[] },
): Promise<void> {
  const data = { settings: [...settings].sort(), by: 'app' } as const
  await recordEvent(db, { kind: 'settings_changed', appId, userId: undefined, data, nowMs })
}

/** Records that an app's back end changed a list of who may enter, without the entry, which may be an address. */
export async function recordListChange(
  db: Db,
  { appId, list, change, nowMs }: AppChange & { list: AdmissionList; change: string },
): Promise<void> {
  const data = { list: list.replace('_entry', ''), change, by: 'app' } as const
  await recordEvent(db, { kind: 'list_changed', appId, userId: undefined, data, nowMs })
}
