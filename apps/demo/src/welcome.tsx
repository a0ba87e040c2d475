import { useGuestAccounts, useLogin } from '@sallyport/react'
import type { ReactNode } from 'react'
import type { DemoConfig } from './demo-config.js'
import { Icon, Logo } from './icon.js'
import { type OwnLogin, OwnLoginForm } from './own-login.js'
import { Result } from './result.js'
import { useAction } from './use-action.js'

/** The page before login. */
export function Welcome({ config, ownLogin }: { config: DemoConfig; ownLogin: OwnLogin }) {
  const { login } = useLogin()
  const { createGuestAccount } = useGuestAccounts()
  const guest = useAction(createGuestAccount)
  return (
    <section className="hero">
      <Logo />
      <h1>Log in and get a wallet in seconds</h1>
      <p>
        Everything runs on your machine: the server, both chains, and the inbox that receives your
        code.
      </p>
      <div className="row">
        <button type="button" className="primary" onClick={() => login()}>
          Log in
        </button>
        <button type="button" disabled={guest.busy} onClick={() => guest.run()}>
          Continue as guest
        </button>
      </div>
      <Result action={guest} />
      <OwnLoginForm ownLogin={ownLogin} />
      <a href="/methods">Every login method, with its code</a>
      <ol>
        <Step icon="mail" title="Log in">
          Any email address or phone number works
        </Step>
        <Step icon="inbox" title="Enter the code">
          Find it in the{' '}
          <a href={config.inboxUrl} target="_blank" rel="noreferrer">
            inbox
          </a>
        </Step>
        <Step icon="wallet" title="Use your wallets">
          Get test funds, sign and send
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
