import type { Reservation } from '../policy/count-request.js'
import type { RowDeps } from '../rows/row-deps.js'
import { settingsOf } from './settings.js'

const dayMs = 86_400_000

/** What a send takes from the cap of what paymasters pay for the app's wallets: nothing where the app has set none. */
export async function takenFromCap(
  { appId, sponsoredWei }: { appId: string; sponsoredWei: bigint | undefined },
  rows: RowDeps,
): Promise<Reservation[]> {
  if (sponsoredWei === undefined) return []
  const { sponsorWeiPerDay } = await settingsOf(appId, rows)
  if (sponsorWeiPerDay == null) return []
  return [
    {
      ...{ limitId: 'sponsor_wei_per_day', scopeKey: appId, windowMs: dayMs },
      ...{ amount: sponsoredWei, most: BigInt(sponsorWeiPerDay) },
    },
  ]
}
