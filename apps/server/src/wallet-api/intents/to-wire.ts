import type { Intent } from '@sallyport/contract/wallet-api'
import type { SignerOutput } from '@sallyport/protocols/signer'
import type { App } from '../../apps/app.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import { resourceDataOf } from './resource-data.js'

type Details = Intent['authorization_details']
type Quorum = SignerOutput<'readQuorum'>['quorum']

/** An intent as calls answer it, with who has signed. */
export async function toWireIntent(
  deps: Pick<Deps, 'signer' | 'config' | 'db' | 'clock'>,
  { app, row, quorumIds }: { app: App; row: IntentRow; quorumIds: readonly string[] },
): Promise<Intent> {
  const details: Details = []
  for (const quorumId of quorumIds) details.push(await detailsOf(deps, { row, quorumId }))
  const { result } = row
  return {
    intent_id: row.intent_id,
    intent_type: row.intent_type,
    status: row.status,
    resource_id: row.resource_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
    custom_expiry: row.custom_expiry !== null,
    created_by_display_name: app.settings.name,
    created_by_id: app.id,
    authorization_details: details,
    request_details: {
      method: row.method,
      url: row.url,
      ...(row.body !== null && { body: row.body }),
      ...(row.idempotency_key !== null && {
        headers: { 'privy-idempotency-key': row.idempotency_key },
      }),
    },
    ...(await resourceDataOf(deps, row)),
    ...(row.status === 'pending' && {
      approval_url: `${deps.config.publicOrigin}/apps/${app.id}/embedded-wallets/approval?intent=${row.intent_id}`,
    }),
    ...(result !== null && { action_result: result }),
    ...(row.rejected_at !== null && { rejected_at: row.rejected_at }),
    ...(row.dismissed_at !== null && { dismissed_at: row.dismissed_at }),
    ...(row.dismissal_reason !== null && { dismissal_reason: row.dismissal_reason }),
  }
}

async function detailsOf(
  deps: Pick<Deps, 'signer' | 'db' | 'clock'>,
  { row, quorumId }: { row: IntentRow; quorumId: string },
): Promise<Details[number]> {
  const read = async (id: string) =>
    (await callSigner(deps, 'readQuorum', { appId: row.app_id, quorumId: id })).quorum
  const quorum = await read(quorumId)
  const members: Details[number]['members'] = plainMembers(row, quorum)
  for (const id of quorum.quorumIds) {
    const inside = await read(id)
    const own = plainMembers(row, inside)
    const signed = own.filter((each) => each.signed_at !== null).length
    members.push({
      type: 'key_quorum',
      key_quorum_id: id,
      ...(inside.displayName !== null && { display_name: inside.displayName }),
      threshold: inside.threshold,
      threshold_met: signed >= inside.threshold,
      members: own,
    })
  }
  const { threshold, displayName } = quorum
  return { threshold, members, ...(displayName !== null && { display_name: displayName }) }
}

function plainMembers({ signatures }: IntentRow, { publicKeys, userIds }: Quorum) {
  const signedAt = (name: string) =>
    signatures.find((each) => each.public_key === name)?.signed_at ?? null
  return [
    ...publicKeys.map((key) => ({
      type: 'key' as const,
      public_key: key,
      signed_at: signedAt(key),
    })),
    ...userIds.map((id) => ({ type: 'user' as const, user_id: id, signed_at: signedAt(id) })),
  ]
}
