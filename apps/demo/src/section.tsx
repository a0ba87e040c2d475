import type { ReactNode } from 'react'

/** A card with a heading; the sidebar links to its `id`. */
export function Section(props: { id: string; title: string; help: string; children: ReactNode }) {
  const { id, title, help, children } = props
  return (
    <section className="card" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="help">{help}</p>
      </header>
      {children}
    </section>
  )
}
