import { useModal } from '../modal/modal-context.js'

/** The app's logo, or the first letter of its name on the accent. */
export function AppMark() {
  const { appearance, appName } = useModal().settings
  const { logo } = appearance
  if (typeof logo === 'string') return <img className="logo" src={logo} alt={appName} />
  if (logo !== null) return <div className="logo">{logo}</div>
  const letter = Array.from(appName.trim())[0]
  return letter === undefined ? null : (
    <div className="monogram" aria-hidden="true">
      {letter.toUpperCase()}
    </div>
  )
}
