import { useLoginWithPasskey, useSignupWithPasskey } from '@sallyport/react'

export function Passkey() {
  const login = useLoginWithPasskey()
  const signup = useSignupWithPasskey()
  // The browser asks only after a click. `state.error` has what went wrong.
  return (
    <>
      <button type="button" onClick={() => login.loginWithPasskey().catch(() => {})}>
        Log in with a passkey
      </button>
      <button type="button" onClick={() => signup.signupWithPasskey().catch(() => {})}>
        Sign up with a passkey
      </button>
      {login.state.status === 'error' && <p role="alert">{login.state.error.message}</p>}
      {signup.state.status === 'error' && <p role="alert">{signup.state.error.message}</p>}
    </>
  )
}
