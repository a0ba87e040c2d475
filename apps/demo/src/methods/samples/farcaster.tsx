import { useFarcasterSigner, useLogin, useSallyport } from '@sallyport/react'
import { useState } from 'react'

export function Farcaster() {
  const { authenticated } = useSallyport()
  const { login } = useLogin({ onComplete: ({ user }) => console.info('Logged in', user.id) })
  if (authenticated) return <Signer />
  return (
    <button type="button" onClick={() => login({ loginMethods: ['farcaster'] })}>
      Log in with Farcaster
    </button>
  )
}

/** With the user's consent the app posts for them. */
function Signer() {
  const { user } = useSallyport()
  const account = user?.linkedAccounts.find(({ type }) => type === 'farcaster')
  const { requestFarcasterSignerFromWarpcast, signFarcasterMessage } = useFarcasterSigner()
  const [result, setResult] = useState('')
  const request = () =>
    requestFarcasterSignerFromWarpcast().then(
      () => setResult('The key is approved.'),
      () => setResult('The key isn’t approved.'),
    )
  const sign = async () => {
    // In your app: the hash of the message, 20 bytes of BLAKE3.
    const hash = crypto.getRandomValues(new Uint8Array(20))
    const signature = await signFarcasterMessage(hash)
    setResult(`Signed: ${signature.length} bytes.`)
  }
  return (
    <>
      {account?.signerPublicKey ? (
        <button type="button" onClick={sign}>
          Sign a post
        </button>
      ) : (
        <button type="button" onClick={request}>
          Ask to post for you
        </button>
      )}
      <p role="status">{result}</p>
    </>
  )
}
