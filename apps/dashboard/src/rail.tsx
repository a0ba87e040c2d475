import type { MouseEvent } from 'react'
import { Icon, type IconName } from './ui/icon.js'
import { usePolled } from './use-polled.js'

const entries: { path: string; name: string; icon: IconName }[] = [
  { path: '/inbox', name: 'Inbox', icon: 'inbox' },
  { path: '/clock', name: 'Clock', icon: 'clock' },
  { path: '/webhooks', name: 'Webhooks', icon: 'webhook' },
  { path: '/wallets', name: 'Wallets', icon: 'wallet' },
  { path: '/settings', name: 'Settings', icon: 'sliders' },
  { path: '/simulators', name: 'Simulators', icon: 'plug' },
  { path: '/gallery', name: 'Screens', icon: 'screens' },
]

/** The navigation: a sidebar on desktop, a bar at the bottom on phones. */
export function Rail({ here, go }: { here: string; go: (path: string) => void }) {
  const { value: urls } = usePolled<{ demoUrl: string }>('/api/urls', 60_000)
  const follow = (path: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(path)
  }
  return (
    <nav className="rail" aria-label="Dashboard">
      <div className="rail-mark">
        <Icon name="gate" size={22} />
        <span>Sallyport</span>
        <small>sandbox</small>
      </div>
      <ul>
        {entries.map(({ path, name, icon }) => (
          <li key={path}>
            <a href={path} aria-current={path === here ? 'page' : undefined} onClick={follow(path)}>
              <Icon name={icon} />
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
      {urls && (
        <a className="rail-foot" href={urls.demoUrl} target="_blank" rel="noreferrer">
          <span>Open the demo app</span>
          <Icon name="external" size={16} />
        </a>
      )}
    </nav>
  )
}
