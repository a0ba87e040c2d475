import { useSubscribeToJwtAuthWithFlag } from '@sallyport/react'
import { useCallback, useState } from 'react'

export function OwnLogin() {
  // Your site's own login. Here it is the state of a button.
  const [isAuthenticated, setAuthenticated] = useState(false)
  const getExternalJwt = useCallback(
    async () => (isAuthenticated ? fetchToken() : undefined),
    [isAuthenticated],
  )
  const { state } = useSubscribeToJwtAuthWithFlag({
    isAuthenticated,
    isLoading: false,
    getExternalJwt,
  })
  return (
    <>
      <button type="button" onClick={() => setAuthenticated(!isAuthenticated)}>
        {isAuthenticated ? 'Log out of the site' : 'Log in to the site as ada'}
      </button>
      {state.status === 'error' && <p role="alert">{state.error.message}</p>}
    </>
  )
}

/** A token that your back end signs for who is logged in. */
async function fetchToken(): Promise<string> {
  const response = await fetch('/own-login/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ada' }),
  })
  return (await response.json()).token
}
