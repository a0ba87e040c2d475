import { useCrossAppAccounts, useUser } from '@sallyport/react'
import { verifyMessage } from 'viem'
import { Copyable } from '../copyable.js'
import { Result } from '../result.js'
import { Section } from '../section.js'
import { useAction } from '../use-action.js'

/** The wallets that the user has at the first demo, and the way to link or unlink their account there. */
export function OtherWallets({ providerAppId }: { providerAppId: string }) {
  const { user } = useUser()
  const { linkCrossAppAccount, unlinkCrossAppAccount } = useCrossAppAccounts()
  const account = user?.linkedAccounts.find((each) => each.type === 'cross_app')
  const link = useAction(() => linkCrossAppAccount({ appId: providerAppId }))
  const unlink = useAction(() => unlinkCrossAppAccount({ subject: account?.subject ?? '' }))
  if (account === undefined) {
    return (
      <Section id="link" title="First demo" help="Use your wallet of the first demo here">
        <button type="button" disabled={link.busy} onClick={() => link.run()}>
          Link your account
        </button>
        <Result action={link} />
      </Section>
    )
  }
  const { embeddedWallets, smartWallets } = account
  return (
    <Section
      id="wallets"
      title="Wallets of the first demo"
      help="Each request opens a window there"
    >
      {[...embeddedWallets, ...smartWallets].map(({ address }) => (
        <Wallet key={address} address={address} />
      ))}
      <button type="button" disabled={unlink.busy} onClick={() => unlink.run()}>
        Unlink the account
      </button>
      <Result action={unlink} />
    </Section>
  )
}

function Wallet({ address }: { address: string }) {
  const { signMessage, sendTransaction } = useCrossAppAccounts()
  const message = 'Hello from the second demo'
  const sign = useAction(async () => {
    const signature = await signMessage(message, { address })
    const isValid = await verifyMessage({
      // Addresses and signatures of Ethereum are hex.
      address: address as `0x${string}`,
      message,
      signature: signature as `0x${string}`,
    })
    return { signature, isValid }
  })
  const send = useAction(() =>
    sendTransaction({ chainId: 31337, to: address, value: 10n ** 15n }, { address }),
  )
  return (
    <div className="well" data-testid="other-wallet">
      <Copyable text={address} name="the address" testId="other-address" />
      <div className="row">
        <button type="button" disabled={sign.busy} onClick={() => sign.run()}>
          Sign a message
        </button>
        <button type="button" disabled={send.busy} onClick={() => send.run()}>
          Send 0.001 ETH to itself
        </button>
      </div>
      <Result action={sign}>
        {({ signature, isValid }) => (
          <>
            <strong>{isValid ? 'The signature is valid' : 'The signature is not valid'}</strong>
            <Copyable text={signature} name="the signature" testId="signature" />
          </>
        )}
      </Result>
      <Result action={send}>
        {(hash) => <Copyable text={hash} name="the hash" testId="hash" />}
      </Result>
    </div>
  )
}
