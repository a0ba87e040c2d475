import type { ReactNode } from 'react'
import { usePolled } from '../use-polled.js'
import { Icon, type IconName } from './icon.js'

/** A page that has nothing to show until a user logs in to the demo: what would be here, and the way there. */
export function EmptyPage(props: { icon: IconName; title: string; children: ReactNode }) {
  const { value: urls } = usePolled<{ demoUrl: string }>('/api/urls', 60_000)
  return (
    <div className="empty">
      <span className="hero">
        <Icon name={props.icon} size={28} />
      </span>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {urls && (
        <a className="button primary" href={urls.demoUrl} target="_blank" rel="noreferrer">
          Open the demo app
        </a>
      )}
    </div>
  )
}
