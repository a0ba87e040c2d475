import { useSallyport } from '@sallyport/react'
import { SmartWalletsProvider, useSmartWallets } from '@sallyport/react/smart-wallets'
import { useId, useState } from 'react'
import { isAddress, parseEther } from 'viem'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { Section } from '../section.js'
import { useAction } from '../use-action.js'

/** An address of the local chain that no user of the demo has. */
const example = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A smart wallet that the user's own wallet owns: its address, sponsored calls, batches and signatures. */
export function SmartWallet() {
  const { user } = useSallyport()
  // A user who has one uses it at once, because other apps can ask for it.
  const [isOn, setOn] = useState(
    () => user?.linkedAccounts.some(({ type }) => type === 'smart_wallet') ?? false,
  )
  return (
    <Section id="smart-wallet" title="Smart wallet" help="The app pays for its gas">
      {isOn ? (
        <SmartWalletsProvider>
          <Connected />
        </SmartWalletsProvider>
      ) : (
        <div className="well">
          <p>A contract wallet that your Ethereum wallet owns. Its calls cost you nothing.</p>
          <button type="button" onClick={() => setOn(true)}>
            Use a smart wallet
          </button>
        </div>
      )}
    </Section>
  )
}

function Connected() {
  const { client } = useSmartWallets()
  if (!client) return <p role="status">Connecting…</p>
  return (
    <div className="pair">
      <div className="well" data-testid="smart-wallet">
        <span className="title">
          <Icon name="ethereum" />
          Smart wallet
        </span>
        <Copyable text={client.account.address} name="the address" testId="smart-address" />
        <p>The contract is deployed by its first call.</p>
      </div>
      <Calls />
      <SignText />
    </div>
  )
}

/** Sends one call, or two at once. */
function Calls() {
  const { client } = useSmartWallets()
  const [to, setTo] = useState(example)
  const field = useId()
  const send = useAction(async (count: 1 | 2 = 1) => {
    if (!client || !isAddress(to)) throw new Error('Enter an address')
    const call = { to, value: parseEther('0') } as const
    return client.sendTransaction({ calls: Array.from({ length: count }, () => call) })
  })
  return (
    <form
      className="well"
      data-testid="smart-send"
      onSubmit={(event) => {
        event.preventDefault()
        send.run()
      }}
    >
      <label htmlFor={field} className="title">
        Call
      </label>
      <input id={field} value={to} onChange={(event) => setTo(event.target.value)} />
      <button type="submit" disabled={send.busy}>
        Send a call
      </button>
      <button type="button" disabled={send.busy} onClick={() => send.run(2)}>
        Send two at once
      </button>
      <Result action={send}>
        {(hash) => (
          <>
            <strong>Included</strong>
            <Copyable text={hash} name="the transaction hash" testId="smart-hash" />
          </>
        )}
      </Result>
    </form>
  )
}

function SignText() {
  const { client } = useSmartWallets()
  const [message, setMessage] = useState('Hello from Sallyport')
  const field = useId()
  const sign = useAction(async () => {
    if (!client) throw new Error('The smart wallet is not connected')
    return client.signMessage({ message })
  })
  return (
    <form
      className="well"
      data-testid="smart-sign"
      onSubmit={(event) => {
        event.preventDefault()
        sign.run()
      }}
    >
      <label htmlFor={field} className="title">
        Message (ERC-1271, ERC-6492)
      </label>
      <input id={field} value={message} onChange={(event) => setMessage(event.target.value)} />
      <button type="submit" disabled={sign.busy}>
        Sign message
      </button>
      <Result action={sign}>
        {(signature) => (
          <>
            <strong>Signed</strong>
            <Copyable text={signature} name="the signature" testId="smart-signature" />
          </>
        )}
      </Result>
    </form>
  )
}
