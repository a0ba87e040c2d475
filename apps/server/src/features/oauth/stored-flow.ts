import { authenticRows } from '../../authority/authentic-rows.js'
import {
  type HashKey,
  type HashPurpose,
  isKeyedHash,
  keyedHash,
  keyedHashes,
} from '../../authority/keyed-hash.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import {
  type FlowRow,
  findFlow,
  findReturn,
  findStartedFlow,
  takeReturn,
} from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'

/*
 * Logins at providers as they are stored: what names one is a keyed hash, and each row is authenticated when it is read.
 */

type FlowDeps = Parameters<typeof refuseRow>[0] & Pick<Deps, 'keyEncryption'>

/** What a row has a keyed hash of. */
type FlowSecret = Extract<HashPurpose, `oauth-${string}`> & keyof typeof columnOf

const columnOf = {
  'oauth-state': 'state_hash',
  'oauth-client-state': 'client_state_hash',
  'oauth-code': 'code_hash',
  'oauth-browser': 'flow_hash',
} as const

/** What is stored of a secret of a flow. */
export function hashFlowSecret(key: HashKey, of: FlowSecret, text: string): Buffer {
  return Buffer.from(keyedHash(key, of, [text]))
}

/** Whether a text is the secret that a row has the hash of. */
export function isFlowSecret(key: HashKey, of: FlowSecret, text: string, flow: FlowRow): boolean {
  return isKeyedHash(flow[columnOf[of]], { key, purpose: of, parts: [text] })
}

/** The MAC of a flow's row. */
export function flowMac(
  key: HashKey,
  row: Omit<FlowRow, 'returned_at' | 'used_at' | 'mac'>,
): Buffer {
  return rowMac(key, authenticRows.oauthFlow, row)
}

/** A provider's answer: our state, and the provider that gave it back. */
interface Return {
  state: string
  provider: string
}

/** The flow a provider returns to, once. @throws RowRefused */
export async function takeReturned(deps: Deps, returned: Return): Promise<FlowRow | undefined> {
  return authenticated(deps, await takeReturn(deps.db, returnOf(deps, returned)))
}

/** The flow that `takeReturned` would take. @throws RowRefused */
export async function findReturned(deps: Deps, returned: Return): Promise<FlowRow | undefined> {
  return authenticated(deps, await findReturn(deps.db, returnOf(deps, returned)))
}

/** The flow of a client's code, used or not. @throws RowRefused */
export async function findFlowOfCode(
  deps: Deps,
  { appId, code }: { appId: string; code: string },
): Promise<FlowRow | undefined> {
  const codeHashes = hashesOf(deps.keyEncryption, 'oauth-code', code)
  return authenticated(deps, await findFlow(deps.db, { appId, codeHashes }))
}

/** The flow that was started with a state, the client's or ours, and that nothing has ended. @throws RowRefused */
export async function findStarted(
  deps: Deps,
  { appId, state }: { appId: string; state: string },
): Promise<FlowRow | undefined> {
  const key = deps.keyEncryption
  const found = await findStartedFlow(deps.db, {
    appId,
    stateHashes: hashesOf(key, 'oauth-state', state),
    clientStateHashes: hashesOf(key, 'oauth-client-state', state),
    nowMs: deps.clock.nowMs(),
  })
  return authenticated(deps, found)
}

function returnOf({ keyEncryption, clock }: Deps, { state, provider }: Return) {
  const stateHashes = hashesOf(keyEncryption, 'oauth-state', state)
  return { stateHashes, provider, nowMs: clock.nowMs() }
}

function hashesOf(key: HashKey, of: FlowSecret, text: string): Buffer[] {
  return keyedHashes(key, of, [text]).map((hash) => Buffer.from(hash))
}

/** What uses a flow up takes its MAC, and each caller refuses a used one itself. */
function authenticated(deps: FlowDeps, row: FlowRow | undefined): FlowRow | undefined {
  if (row === undefined || row.used_at !== null) return row
  const signed = { key: deps.keyEncryption, of: authenticRows.oauthFlow, row }
  if (isRowMac(row.mac, signed)) return row
  throw refuseRow(deps, { table: 'oauth_flow', appId: row.app_id })
}
