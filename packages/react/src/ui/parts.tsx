import type { ReactNode } from 'react'
import { Icon, type IconShape } from './icons.js'

/** The 64 px icon above a title; `busy` animates a ring around it. */
export function ScreenIcon(props: {
  icon: IconShape
  tone?: 'plain' | 'success' | 'danger' | 'warning'
  busy?: boolean
}) {
  const { icon, tone = 'plain', busy = false } = props
  return (
    <div className={`screen-icon ${tone}`} key={tone}>
      <Icon name={icon} size="large" />
      {busy && (
        <svg className="ring" viewBox="0 0 74 74" aria-hidden="true">
          <rect x="1" y="1" width="72" height="72" rx="24" pathLength="100" />
        </svg>
      )}
    </div>
  )
}

/** The error message below a field; nothing when `text` is null. */
export function ProblemLine({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null
  return (
    <p className="problem" id={id}>
      <Icon name="alert" size="small" />
      <span>{text}</span>
    </p>
  )
}

/** The list of label and value rows of a request. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** One row; `note` is the small line under the value. */
export function Fact(props: {
  label: string
  children: ReactNode
  note?: string | undefined
  /** `unverified`: the value is a contract's own claim. */
  kind?: 'total' | 'short' | 'unverified' | 'total unverified' | undefined
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

/** A grey bar in place of a text that is still loading. */
export function Skeleton({ width, height = 14 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />
}
