import { useSolanaWallets } from '@sallyport/react'
import { useSignMessage } from '@sallyport/react/solana'
import { useId, useState } from 'react'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'

/** Signs text with the Solana wallet (Ed25519 over its UTF-8 bytes); shows the signature in base64. */
export function SignSolanaMessage() {
  const [wallet] = useSolanaWallets().wallets
  const { signMessage } = useSignMessage()
  const [message, setMessage] = useState('Hello from Sallyport')
  const field = useId()
  const sign = useAction(async () => {
    const { signature } = await signMessage({ message: new TextEncoder().encode(message) })
    return btoa(String.fromCharCode(...signature))
  })
  return (
    <form
      className="well"
      data-testid="sign-solana-message"
      onSubmit={(event) => {
        event.preventDefault()
        sign.run()
      }}
    >
      <label htmlFor={field} className="title">
        <Icon name="solana" />
        Message on Solana
      </label>
      <input id={field} value={message} onChange={(event) => setMessage(event.target.value)} />
      <button type="submit" disabled={sign.busy || !wallet}>
        Sign message
      </button>
      <Result action={sign}>
        {(signature) => (
          <>
            <strong>Signed</strong>
            <Copyable text={signature} name="the signature" testId="signature" />
          </>
        )}
      </Result>
    </form>
  )
}
