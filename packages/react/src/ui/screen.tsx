import type { ReactNode } from 'react'
import { useModal } from '../modal/modal-context.js'

/** The frame of a screen's content: hero, title, one sentence of help, the rest, a quiet last line. */
export function Screen(props: {
  title: string
  hero?: ReactNode
  help?: ReactNode
  children?: ReactNode
  foot?: ReactNode
}) {
  const { title, hero, help, children, foot } = props
  return (
    <div className="stack">
      <div className="intro">
        {hero}
        <h2 id="sp-title" tabIndex={-1}>
          {title}
        </h2>
        {help && <div className="help">{help}</div>}
      </div>
      {children}
      {foot && <div className="foot">{foot}</div>}
    </div>
  )
}

/** Said when work takes long, in a place that does not move anything. */
export function StillWorking({ shown }: { shown: boolean }) {
  const { copy } = useModal()
  return shown ? <p className="note slow">{copy.shell.stillWorking}…</p> : null
}
