import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.js'

/** A box of advice. Its icon and its words say how serious it is, so that colour is never the only sign. */
export function Notice(props: {
  tone: 'plain' | 'warning' | 'danger'
  title?: string
  children?: ReactNode
  icon?: IconName
}) {
  const { tone, title, children, icon = tone === 'plain' ? 'alert' : 'triangle' } = props
  return (
    <div className={`notice ${tone}`} role={tone === 'plain' ? undefined : 'note'}>
      <Icon name={icon} />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  )
}
