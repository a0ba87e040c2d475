import { publicKey, resourceId } from '@sallyport/contract/wallet-api'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import * as z from 'zod/mini'
import { invalid } from '../refusals.js'
import { type AppRow, findAppRow, writeAppRow } from '../rows/app-rows.js'
import { authorizeChange } from '../rows/authorized-change.js'
import { inApp } from '../rows/in-app.js'
import { namedOwner, readOwner } from '../rows/owners.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { SignerDeps } from '../signer-deps.js'
import { parseBody } from './parse-body.js'
import { requirePolicy } from './require-policies.js'

/** What holds for every server wallet of an app, as the signer keeps it. */
interface SettingsRow extends AppRow {
  policyIds: readonly string[]
  requireOwner: boolean
  userKeys: boolean
  /** What the API follows sends by; absent in rows that are older. */
  confirmations?: number
  replaceAfterSeconds?: number | null
  /** Decimal text; null or absent for no cap. */
  sponsorWeiPerDay?: string | null
  owner: string | null
}

const change = z.strictObject({
  policy_ids: z.optional(z.array(resourceId).check(z.maxLength(3))),
  require_owner: z.optional(z.boolean()),
  user_keys: z.optional(z.boolean()),
  confirmations: z.optional(z.int().check(z.minimum(1), z.maximum(256))),
  replace_after_seconds: z.optional(z.nullable(z.int().check(z.minimum(15), z.maximum(86_400)))),
  sponsor_wei_per_day: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,78}$/)))),
  owner: z.optional(
    z.nullable(
      z.union([
        z.strictObject({ public_key: publicKey }),
        z.strictObject({ user_id: z.string().check(z.maxLength(80)) }),
      ]),
    ),
  ),
  owner_id: z.optional(z.nullable(resourceId)),
})

/** What holds where nothing is set: blocks on Ethereum, and seconds. */
const usual = { confirmations: 12, replaceAfterSeconds: 120 }
const unset = { policyIds: [], requireOwner: false, userKeys: false, owner: null }

/** The settings of an app, or those of one that has set nothing. @throws RowRefused */
export async function settingsOf(
  appId: string,
  rows: RowDeps,
): Promise<Omit<SettingsRow, keyof AppRow>> {
  return (await findAppRow<SettingsRow>(placeOf(appId), rows)) ?? unset
}

/** The settings of an app. */
export function readWalletSettings(
  { appId }: SignerInput<'readWalletSettings'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readWalletSettings'>> {
  return inApp({ appId, kind: 'begin' }, deps, async (rows) => ({
    settings: describe(await settingsOf(appId, rows)),
  }))
}

/** Changes the settings of an app, by a request that their owner has signed where they have one. */
export function updateWalletSettings(
  { appId, request }: SignerInput<'updateWalletSettings'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateWalletSettings'>> {
  return inApp({ appId, kind: 'begin-change' }, deps, async (rows) => {
    const before = await settingsOf(appId, rows)
    const body = parseBody(change, request.body)
    const owner = readOwner(body)
    const nowMs = deps.clock.nowMs()
    await authorizeChange(
      {
        ...{ appId, request, method: 'PATCH', path: `/apps/${appId}/wallet_settings` },
        row: {
          ...{ table: 'wallet_settings', id: 'app' },
          version: rows.versions.versionOf({ appId, table: 'wallet_settings', id: 'app' }),
        },
      },
      { owner: before.owner, nowMs, acts: ['owners'] },
      rows,
    )
    if (body.policy_ids) await requireOneForEachChain({ appId, ids: body.policy_ids }, rows)
    const saved = await writeAppRow<SettingsRow>(
      placeOf(appId),
      {
        policyIds: body.policy_ids ?? before.policyIds,
        requireOwner: body.require_owner ?? before.requireOwner,
        userKeys: body.user_keys ?? before.userKeys,
        ...sendSettings(before, body),
        owner: owner === undefined ? before.owner : await namedOwner({ appId, owner, nowMs }, rows),
      },
      rows,
    )
    return { settings: describe(saved) }
  })
}

async function requireOneForEachChain(
  { appId, ids }: { appId: string; ids: readonly string[] },
  rows: RowDeps,
): Promise<void> {
  const field = 'policy_ids'
  const chains = new Set<string>()
  for (const policyId of ids)
    chains.add((await requirePolicy({ appId, policyId, field }, rows)).chain)
  if (chains.size < ids.length) throw invalid('Give one policy for each kind of chain', field)
}

type Change = z.output<typeof change>

function sendSettings(before: Omit<SettingsRow, keyof AppRow>, body: Change) {
  const { confirmations = before.confirmations } = body
  const { replace_after_seconds: replaceAfterSeconds = before.replaceAfterSeconds } = body
  const { sponsor_wei_per_day: sponsorWeiPerDay = before.sponsorWeiPerDay } = body
  return {
    ...(confirmations !== undefined && { confirmations }),
    ...(replaceAfterSeconds !== undefined && { replaceAfterSeconds }),
    ...(sponsorWeiPerDay !== undefined && { sponsorWeiPerDay }),
  }
}

function describe(settings: Omit<SettingsRow, keyof AppRow>) {
  const { policyIds, requireOwner, userKeys, owner, sponsorWeiPerDay = null } = settings
  const { confirmations, replaceAfterSeconds } = { ...usual, ...settings }
  return {
    policy_ids: [...policyIds],
    require_owner: requireOwner,
    user_keys: userKeys,
    confirmations,
    replace_after_seconds: replaceAfterSeconds,
    sponsor_wei_per_day: sponsorWeiPerDay,
    owner_id: owner,
  }
}

function placeOf(appId: string) {
  return { appId, kind: 'wallet_settings', id: 'app' } as const
}
