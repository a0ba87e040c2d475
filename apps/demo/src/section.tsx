import type { ReactNode } from 'react'

/** A card of the page with its heading, reachable from the rail by `id`. */
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
