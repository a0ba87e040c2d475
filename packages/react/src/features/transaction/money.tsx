import type { Words } from './words.js'

/** The big figure. */
export function Money({ words }: { words: Words }) {
  if (words.amount === null) return null
  return (
    <div className="centre">
      <p className="amount">
        <bdi>
          {words.amount.figure} <span className="unit">{words.amount.unit}</span>
        </bdi>
      </p>
    </div>
  )
}
