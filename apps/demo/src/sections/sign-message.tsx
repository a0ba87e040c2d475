import { useSignMessage, useWallets } from '@sallyport/react'
import { useId, useState } from 'react'
import { verifyMessage } from 'viem'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'

/** Signs text with the Ethereum wallet (EIP-191) and verifies the signature in the page. */
export function SignMessage() {
  const [wallet] = useWallets().wallets
  const { signMessage } = useSignMessage()
  const [message, setMessage] = useState('Hello from Sallyport')
  const field = useId()
  const sign = useAction(async () => {
    if (!wallet) throw new Error('The wallet is not ready yet')
    const { signature } = await signMessage({ message }, { address: wallet.address })
    // The wallet returns 0x-prefixed hex (EIP-1193).
    const valid = await verifyMessage({
      address: wallet.address as `0x${string}`,
      message,
      signature: signature as `0x${string}`,
    })
    return { signature, valid }
  })
  return (
    <form
      className="well"
      data-testid="sign-message"
      onSubmit={(event) => {
        event.preventDefault()
        sign.run()
      }}
    >
      <label htmlFor={field} className="title">
        <Icon name="ethereum" />
        Message on Ethereum
      </label>
      <input id={field} value={message} onChange={(event) => setMessage(event.target.value)} />
      <button type="submit" disabled={sign.busy || !wallet}>
        Sign message
      </button>
      <Result action={sign}>
        {({ signature, valid }) => (
          <>
            <strong>{valid ? 'The signature is valid' : 'The signature is not valid'}</strong>
            <Copyable text={signature} name="the signature" testId="signature" />
          </>
        )}
      </Result>
    </form>
  )
}
