import { useLogout, useSallyport } from '@sallyport/react'
import { useState } from 'react'
import { Announcement, useCopied } from '../copyable.js'
import { Icon } from '../icon.js'
import { Section } from '../section.js'
import type { MethodPage } from './pages.js'

/** A login method: its sample, running, and the sample's code. */
export function MethodView({ page }: { page: MethodPage }) {
  const { authenticated, user } = useSallyport()
  const { logout } = useLogout()
  // A sample that runs beside another login could end it: your own login does when it has no token.
  const [isRunning, setRunning] = useState(!authenticated || page.needsUser === true)
  if (!authenticated && !isRunning) setRunning(true)
  const { copied, copy } = useCopied(page.code)
  return (
    <>
      <header className="method-head">
        <a href="/methods">All login methods</a>
        <h1>{page.title}</h1>
        <p className="help">{page.help}</p>
      </header>
      <Section id="try" title="Try it" help="The code below, running">
        {isRunning && <div className="sample">{page.sample}</div>}
        <div role="status">
          {authenticated && (
            <p>You’re logged in{user?.email ? ` as ${user.email.address}` : ''}.</p>
          )}
        </div>
        {authenticated && (
          <div className="row">
            <button type="button" onClick={logout}>
              {page.needsUser ? 'Log out' : 'Log out to try it again'}
            </button>
            <a href="/">Your wallets</a>
          </div>
        )}
      </Section>
      <Section id="code" title="Code" help="Inside SallyportProvider">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre tabIndex={0} dir="ltr" data-testid="code">
          {page.code}
        </pre>
        <div className="row">
          <button type="button" onClick={copy}>
            <Icon name={copied ? 'check' : 'copy'} />
            Copy code
          </button>
          <Announcement text={copied ? 'Copied' : ''} />
        </div>
      </Section>
    </>
  )
}
