import type { DelegationConsent } from '@sallyport/contract'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { consentDayMs, consentLimitId } from '../../policy/consent-policy.js'
import { walletScopeKey } from '../../policy/count-request.js'
import { readSpending } from '../../policy-rows/spend.js'
import type { SignerDeps } from '../../signer-deps.js'
import { openDelegation } from './consents.js'

/**
 * What the limits of a user's consents have left at this moment. A consent that was not given, has ended or is another user's is left out.
 * No token is asked for: it says nothing that opens a wallet.
 */
export async function readConsents(
  { appId, userId, consentIds }: SignerInput<'readConsents'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readConsents'>> {
  if (consentIds.length === 0) return { consents: [] }
  const rows = await deps.db
    .selectFrom('delegation')
    .select(['consent_id', 'record'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('consent_id', 'in', consentIds)
    .where('revoked_at_ms', 'is', null)
    .execute()
  const consents = []
  for (const { consent_id: consentId, record } of rows) {
    if (!record) continue
    const { consent } = await openDelegation({ consentId, record }, deps)
    consents.push({ consentId, limits: await leftOf(consent, deps) })
  }
  return { consents }
}

async function leftOf(consent: DelegationConsent, { db, cipher, clock }: SignerDeps) {
  const limits = limitsOf(consent)
  const reservations = limits.map(({ limitId, most }) => ({
    ...{ limitId, scopeKey: walletScopeKey(consent.consentId), windowMs: consentDayMs },
    ...{ amount: 0n, most: BigInt(most) },
  }))
  const taken = await readSpending(reservations, { db, cipher, nowMs: clock.nowMs() })
  return limits.map(({ asset, most }, index) => {
    const left = BigInt(most) - (taken[index]?.taken ?? 0n)
    return { asset, most, left: String(left > 0n ? left : 0n) }
  })
}

/** The limits of a consent: of the network's coin, then of its tokens. */
function limitsOf({ chainType, policy: { transactions, solana } }: DelegationConsent) {
  const limit = (asset: string, most: string, kept = asset) => ({
    asset,
    most,
    limitId: consentLimitId(kept),
  })
  if (chainType === 'ethereum') {
    if (!transactions) return []
    return [
      limit('native', transactions.mostWeiPerDay, 'wei'),
      ...(transactions.tokens ?? []).map(({ chainId, contract, mostPerDay }) =>
        limit(`${chainId}:${contract}`, mostPerDay),
      ),
    ]
  }
  if (!solana) return []
  return [
    limit('native', solana.mostLamportsPerDay, 'lamports'),
    ...(solana.tokens ?? []).map(({ mint, mostPerDay }) => limit(mint, mostPerDay)),
  ]
}
