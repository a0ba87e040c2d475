import { useDelegatedActions, useWallets } from '@sallyport/react'
import { Result } from '../result.js'
import { Section } from '../section.js'
import { useAction } from '../use-action.js'

const shown = (text: string) => <code>{text}</code>

/** Lets the demo's back end act with the user's wallet, has it sign something, and ends it. */
export function Delegation() {
  const { wallets } = useWallets()
  const { delegateWallet, revokeWallets } = useDelegatedActions()
  const wallet = wallets.find(({ connectorType }) => connectorType === 'embedded')
  const address = () => {
    if (!wallet) throw new Error('There is no wallet yet')
    return wallet.address
  }
  const allow = useAction(async () => {
    await delegateWallet({ address: address(), chainType: 'ethereum' })
    return 'Allowed'
  })
  const sign = useAction(async () => askBackEnd('sign-message', address()))
  const order = useAction(async () => askBackEnd('sign-typed-data', address()))
  const stop = useAction(async () => {
    await revokeWallets()
    return 'Stopped'
  })
  return (
    <Section
      id="delegation"
      title="Delegated actions"
      help="The app’s back end acts with the wallet while you’re away"
    >
      <div className="pair">
        <button type="button" disabled={allow.busy} onClick={() => allow.run()}>
          Allow the back end
        </button>
        <button type="button" disabled={sign.busy} onClick={() => sign.run()}>
          Let it sign
        </button>
        <button type="button" disabled={order.busy} onClick={() => order.run()}>
          Let it order
        </button>
        <button type="button" disabled={stop.busy} onClick={() => stop.run()}>
          End access
        </button>
      </div>
      <Result action={allow}>{shown}</Result>
      <Result action={sign}>{shown}</Result>
      <Result action={order}>{shown}</Result>
      <Result action={stop}>{shown}</Result>
    </Section>
  )
}

/** The demo's back end holds the app's secret and authorization key; no page does. */
async function askBackEnd(
  what: 'sign-message' | 'sign-typed-data',
  address: string,
): Promise<string> {
  const response = await fetch(`/back-end/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  const answer: { error?: string; signature?: string } = await response.json()
  if (!response.ok || !answer.signature) throw new Error(answer.error ?? 'The back end refused')
  return answer.signature
}
