import { requestStyle } from '../theme/style-requests.js'
import { DeveloperHint } from '../ui/developer-hint.js'
import { Notice } from '../ui/notice.js'
import { useModal } from './modal-context.js'
import { addStyle } from './stylesheet.js'
import { useBrowserCopy } from './use-browser-copy.js'
import { useIsKept } from './use-is-kept.js'

// The first screens of a login have no style of notices.
addStyle(requestStyle)

/** Says why the next visit asks for a login, in a browser that keeps nothing for the wallet. */
export function WalletNotKept() {
  const { kit } = useModal()
  if (useIsKept()) return null
  return <NotKept host={new URL(kit.client.environment.apiUrl).host} />
}

/** Says the same in a browser that keeps nothing for the page. */
export default function PageNotKept() {
  return <NotKept host={useModal().settings.pageHost} />
}

function NotKept({ host }: { host: string }) {
  return <Notice tone="plain">{useBrowserCopy().notKept(host)}</Notice>
}

/** Tells a developer what to look at when the wallet's page is not there. Users never see it. */
export function WalletMissing() {
  const { inside } = useBrowserCopy()
  return (
    <>
      {window.parent !== window && (
        <p>
          {inside} <bdi className="mono">allowed_embedders</bdi>?
        </p>
      )}
      <DeveloperHint />
    </>
  )
}
