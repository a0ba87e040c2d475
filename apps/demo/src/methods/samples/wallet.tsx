import { useLogin } from '@sallyport/react'

export function Wallet() {
  const { login } = useLogin({ onError: (code) => console.info('Not logged in:', code) })
  return (
    <button type="button" onClick={() => login({ loginMethods: ['wallet'] })}>
      Log in with a wallet
    </button>
  )
}
