import { useEffect } from 'react'
import type { CustomAuth } from '../../config.js'
import { useKit } from '../../context.js'
import { customAuthKey, useJwtSync } from '../../hooks/use-jwt-sync.js'
import type { Kit } from '../../kit.js'
import { hasKeptArrival } from '../cross-app/kept-arrival.js'

/** Goes on with what another app had asked before the app's own login left the page. */
async function resumeArrival(kit: Kit): Promise<void> {
  if (!hasKeptArrival()) return
  const code = await import('../cross-app/take-arrival.js')
  await code.resumeArrival(kit)
}

/** Follows the app's own login for the provider. */
export default function FollowCustomAuth({ customAuth }: { customAuth: CustomAuth }) {
  const { enabled = true, isLoading, getCustomAccessToken } = customAuth
  const { state, sync } = useJwtSync({ enabled, getExternalJwt: getCustomAccessToken })
  const kit = useKit()
  kit.client.kept.set(customAuthKey, state.status)
  useEffect(() => void resumeArrival(kit), [kit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function stands for another login
  useEffect(() => {
    if (!isLoading) sync()
  }, [isLoading, sync, getCustomAccessToken])
  return null
}
