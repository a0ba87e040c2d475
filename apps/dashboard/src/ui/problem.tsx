import { Icon } from './icon.js'

/** Shows an error sentence; renders nothing when there is none. */
export function Problem({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p className="problem" role="alert">
      <Icon name="alert" size={16} />
      <span>{sentence}</span>
    </p>
  )
}
