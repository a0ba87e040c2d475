import { useLogout, useUser } from '@sallyport/react'
import type { DemoConfig } from './demo-config.js'
import { Logo } from './icon.js'
import type { OwnLogin } from './own-login.js'
import { TestWalletSwitch } from './test-wallet-switch.js'

const sections = {
  wallets: 'Wallets',
  sign: 'Sign',
  send: 'Send',
  account: 'Account',
  user: 'User',
}

/** The page's sidebar: sections, links to the sandbox, the user and the logout button. */
export function Rail(props: { config: DemoConfig; signedIn: boolean; ownLogin: OwnLogin }) {
  const { config, signedIn, ownLogin } = props
  const { logout } = useLogout()
  const { user } = useUser()
  const name = user?.email?.address ?? user?.phone?.number ?? nameOf(user?.linkedAccounts)
  return (
    <aside className="rail">
      <div className="brand">
        <Logo />
        Sallyport
      </div>
      {signedIn && (
        <nav aria-label="Sections">
          {Object.entries(sections).map(([id, name]) => (
            <a key={id} href={`${window.location.pathname === '/' ? '' : '/'}#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <div className="bottom">
        <TestWalletSwitch />
        <nav aria-label="Sandbox" className="links">
          <a className="wide" href="/methods">
            Login methods
          </a>
          <a href={config.inboxUrl} target="_blank" rel="noreferrer">
            Inbox
          </a>
          <a href={config.dashboardUrl} target="_blank" rel="noreferrer">
            Dashboard
          </a>
        </nav>
        {signedIn && (
          <>
            <span className="who" title={name}>
              {name ?? (user?.isGuest ? 'Guest' : 'Your account')}
            </span>
            <button
              type="button"
              onClick={() => (ownLogin.name === null ? logout() : ownLogin.logOut())}
            >
              Log out
            </button>
          </>
        )}
      </div>
    </aside>
  )
}

/** The name of an account of Farcaster, Telegram or the demo's own login. */
function nameOf(accounts: readonly Record<string, unknown>[] = []): string | undefined {
  const names = accounts.flatMap((each) => [each.username, each.customUserId, each.firstName])
  return names.find((name) => typeof name === 'string')
}
