'use client'

import { useLogin, useLogout, useSallyport } from '@sallyport/react'
import { useRouter } from 'next/navigation'

/** Logs in and out, and has the server render the page anew. */
export function Door() {
  const router = useRouter()
  const { ready, authenticated } = useSallyport()
  const { login } = useLogin({ onComplete: () => router.refresh() })
  const { logout } = useLogout({ onSuccess: () => router.refresh() })
  return (
    <button type="button" disabled={!ready} onClick={() => (authenticated ? logout() : login())}>
      {authenticated ? 'Log out' : 'Log in'}
    </button>
  )
}
