import { useEffect } from 'react'
import type { CustomAuth } from '../../config.js'
import { useKit } from '../../context.js'
import { customAuthStatusOf, useJwtSync } from '../../hooks/use-jwt-sync.js'
import { resumeKeptArrival } from '../../kept-arrival.js'

/** Follows the app's own login for the provider. */
export default function FollowCustomAuth({ customAuth }: { customAuth: CustomAuth }) {
  const { enabled = true, isLoading, getCustomAccessToken } = customAuth
  const { state, sync } = useJwtSync({ enabled, getExternalJwt: getCustomAccessToken })
  const kit = useKit()
  useEffect(() => customAuthStatusOf(kit).set(state.status), [kit, state.status])
  useEffect(() => void resumeKeptArrival(kit), [kit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function stands for another login
  useEffect(() => {
    if (!isLoading) sync()
  }, [isLoading, sync, getCustomAccessToken])
  return null
}
