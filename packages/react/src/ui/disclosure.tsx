import type { ReactNode } from 'react'
import { Icon } from './icons.js'

/** Details that are shown after a press. */
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
