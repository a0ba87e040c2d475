import { useLoginWithOAuth } from '@sallyport/react'

type Provider = Parameters<ReturnType<typeof useLoginWithOAuth>['initOAuth']>[0]['provider']

export function ProviderLogin({ provider, name }: { provider: Provider; name: string }) {
  const { initOAuth, state } = useLoginWithOAuth()
  // This leaves the page. The login completes by itself after the return.
  return (
    <>
      <button type="button" onClick={() => initOAuth({ provider }).catch(() => {})}>
        Log in with {name}
      </button>
      {state.status === 'error' && <p role="alert">{state.error.message}</p>}
    </>
  )
}
