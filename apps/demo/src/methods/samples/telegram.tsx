import { useLoginWithTelegram } from '@sallyport/react'

export function Telegram() {
  const { login, state } = useLoginWithTelegram()
  return (
    <>
      <button type="button" onClick={() => login().catch(() => {})}>
        Log in with Telegram
      </button>
      {state.status === 'error' && <p role="alert">{state.error.message}</p>}
    </>
  )
}
