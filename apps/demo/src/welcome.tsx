import { useGuestAccounts, useLogin } from '@sallyport/react'
import type { DemoConfig } from './demo-config.js'
import { Result } from './result.js'
import { useAction } from './use-action.js'

/** The page before login. */
export function Welcome({ config }: { config: DemoConfig }) {
  const { login } = useLogin()
  const { createGuestAccount } = useGuestAccounts()
  const guest = useAction(createGuestAccount)
  return (
    <section className="hero">
      <h1>Sign in, and have a wallet a moment later</h1>
      <p>
        Everything here runs on this machine: the server, both chains, and the mailbox that receives
        your code.
      </p>
      <ol className="help">
        <li>Sign in with any email address</li>
        <li>
          <span>
            Read the code in the{' '}
            <a href={config.inboxUrl} target="_blank" rel="noreferrer">
              inbox
            </a>
          </span>
        </li>
        <li>Get test money, sign and send</li>
      </ol>
      <div className="row">
        <button type="button" className="primary" onClick={() => login()}>
          Sign in
        </button>
        <button type="button" disabled={guest.busy} onClick={() => guest.run()}>
          Continue as guest
        </button>
      </div>
      <Result action={guest} />
    </section>
  )
}
