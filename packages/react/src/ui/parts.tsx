import type { ReactNode } from 'react'
import { Icon, type IconName, type IconShape } from './icons.js'

/** A 64 px square with one icon; `busy` runs a ring around it. */
export function Hero(props: {
  icon: IconShape
  tone?: 'plain' | 'success' | 'danger' | 'warning'
  busy?: boolean
}) {
  const { icon, tone = 'plain', busy = false } = props
  return (
    <div className={`hero ${tone}`} key={tone}>
      <Icon name={icon} size="large" />
      {busy && (
        <svg className="ring" viewBox="0 0 74 74" aria-hidden="true">
          <rect x="1" y="1" width="72" height="72" rx="24" pathLength="100" />
        </svg>
      )}
    </div>
  )
}

/** One box of advice, with an icon and words: never colour alone. */
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

/** The sentence below a field that says what is wrong with it; empty when nothing is. */
export function ProblemLine({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null
  return (
    <p className="problem" id={id}>
      <Icon name="alert" size="small" />
      <span>{text}</span>
    </p>
  )
}

/** Label and value rows of a request. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** One row; `note` is the small line under the value. */
export function Fact(props: {
  label: string
  children: ReactNode
  note?: string | undefined
  kind?: 'total' | 'short'
}) {
  return (
    <div className={`fact ${props.kind ?? ''}`}>
      <dt>{props.label}</dt>
      <dd>
        {props.children}
        {props.note && <small>{props.note}</small>}
      </dd>
    </div>
  )
}

/** A grey bar where text will be. */
export function Bone({ width, height = 14 }: { width: number | string; height?: number }) {
  return <span className="bone" style={{ width, height }} aria-hidden="true" />
}

/** More, for those who want it. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="disclose">
      <summary>
        {label}
        <Icon name="chevron-down" size="small" />
      </summary>
      {children}
    </details>
  )
}
