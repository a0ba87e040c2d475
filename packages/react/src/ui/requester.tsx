import { useModal } from '../modal/modal-context.js'
import { AppMark } from './app-mark.js'

/** The app that makes a request: its logo and name, and the host of the page, which the app cannot choose. */
export function Requester() {
  const { appName, pageHost } = useModal().settings
  return (
    <div className="requester">
      <AppMark />
      <span>
        {appName !== '' && (
          <b>
            <bdi>{appName}</bdi>
          </b>
        )}
        <bdi dir="ltr">{pageHost}</bdi>
      </span>
    </div>
  )
}
