'use client'

import { useLogin, useLogout, useSallyport } from '@sallyport/react'
import { useRouter } from 'next/navigation'

/** Logs in and out, then makes the server render the page again. */
export function LoginButton() {
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
