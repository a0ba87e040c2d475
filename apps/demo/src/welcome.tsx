import { useGuestAccounts, useLogin } from '@sallyport/react'
import type { ReactNode } from 'react'
import type { DemoConfig } from './demo-config.js'
import { Gate, Icon } from './icon.js'
import { Result } from './result.js'
import { useAction } from './use-action.js'

/** The page before login. */
export function Welcome({ config }: { config: DemoConfig }) {
  const { login } = useLogin()
  const { createGuestAccount } = useGuestAccounts()
  const guest = useAction(createGuestAccount)
  return (
    <section className="hero">
      <Gate />
      <h1>Sign in, and have a wallet a moment later</h1>
      <p>
        Everything here runs on this machine: the server, both chains, and the mailbox that receives
        your code.
      </p>
      <div className="row">
        <button type="button" className="primary" onClick={() => login()}>
          Sign in
        </button>
        <button type="button" disabled={guest.busy} onClick={() => guest.run()}>
          Continue as guest
        </button>
      </div>
      <Result action={guest} />
      <ol>
        <Step icon="mail" title="Sign in">
          Any e-mail address will do
        </Step>
        <Step icon="inbox" title="Read the code">
          It is in the{' '}
          <a href={config.inboxUrl} target="_blank" rel="noreferrer">
            inbox
          </a>
        </Step>
        <Step icon="wallet" title="Use your wallets">
          Get test money, sign and send
        </Step>
      </ol>
    </section>
  )
}

function Step(props: { icon: 'mail' | 'inbox' | 'wallet'; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={props.icon} />
      <strong>{props.title}</strong>
      <span className="help">{props.children}</span>
    </li>
  )
}
