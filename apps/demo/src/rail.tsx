import { useLogout } from '@sallyport/react'
import type { DemoConfig } from './demo-config.js'

const sections = { wallets: 'Wallets', sign: 'Sign', send: 'Send', user: 'User' }

/** The page's left rail: where you are, the sandbox's pages, and the way out. */
export function Rail({ config, signedIn }: { config: DemoConfig; signedIn: boolean }) {
  const { logout } = useLogout()
  return (
    <aside className="rail">
      <div className="brand">
        <Mark />
        Sallyport
      </div>
      {signedIn && (
        <nav aria-label="Sections">
          {Object.entries(sections).map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <div className="bottom">
        <span className="links">
          <a href={config.inboxUrl} target="_blank" rel="noreferrer">
            Inbox
          </a>
          {' · '}
          <a href={config.dashboardUrl} target="_blank" rel="noreferrer">
            Dashboard
          </a>
        </span>
        {signedIn && (
          <button type="button" onClick={() => logout()}>
            Log out
          </button>
        )}
      </div>
    </aside>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2F5D50" />
      <path
        d="M9 25V15a7 7 0 0 1 14 0v10"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path d="M16 25v-8" stroke="#8FD3BE" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
