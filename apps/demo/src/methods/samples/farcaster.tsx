import { useLogin } from '@sallyport/react'

export function Farcaster() {
  const { login } = useLogin({ onComplete: ({ user }) => console.info('Logged in', user.id) })
  return (
    <button type="button" onClick={() => login({ loginMethods: ['farcaster'] })}>
      Log in with Farcaster
    </button>
  )
}
