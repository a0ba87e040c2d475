import { useSolanaWallets } from '@sallyport/react'
import { useSignMessage } from '@sallyport/react/solana'
import { useId, useState } from 'react'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'
import { verifySolanaSignature } from './solana-signature.js'

/** Signs text with the Solana wallet (Ed25519 over its UTF-8 bytes) and verifies the signature in the page. */
export function SignSolanaMessage() {
  const [wallet] = useSolanaWallets().wallets
  const { signMessage } = useSignMessage()
  const [message, setMessage] = useState('Hello from Sallyport')
  const field = useId()
  const sign = useAction(async () => {
    if (!wallet) throw new Error('The wallet is not ready yet')
    const bytes = new TextEncoder().encode(message)
    const { signature } = await signMessage({ message: bytes })
    return verifySolanaSignature({ address: wallet.address, message: bytes, signature })
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
        {({ text, valid }) => (
          <>
            <strong>{verdict(valid)}</strong>
            <Copyable text={text} name="the signature" testId="signature" />
          </>
        )}
      </Result>
    </form>
  )
}

function verdict(valid: boolean | null): string {
  if (valid === null) return 'Signed. This browser can’t verify Ed25519 signatures'
  return valid ? 'The signature is valid' : 'The signature is not valid'
}
