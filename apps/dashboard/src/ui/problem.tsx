import { Icon } from './icon.js'

/** What went wrong, in one sentence; nothing when nothing did. */
export function Problem({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p className="problem" role="alert">
      <Icon name="alert" size={16} />
      <span>{sentence}</span>
    </p>
  )
}
