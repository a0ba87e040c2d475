import { lazy, Suspense } from 'react'
import { isLocalHost } from '../ui/developer-hint.js'
import { useModal } from './modal-context.js'

/* What few browsers and pages need is loaded there only. */
const load = () => import('./browser-notes.js')
const LateWalletNotKept = lazy(async () => ({ default: (await load()).WalletNotKept }))
const LateWalletMissing = lazy(async () => ({ default: (await load()).WalletMissing }))

/** Says why a login is needed again, where the browser keeps nothing for the wallet. */
export const WalletNotKept = () => (
  <Suspense>
    <LateWalletNotKept />
  </Suspense>
)

/** What a developer looks at when the wallet's page is not there: on localhost only. */
export function WalletMissing({ code }: { code: string }) {
  const { settings } = useModal()
  if (code !== 'wallet_unavailable' || !isLocalHost(settings.pageHost)) return null
  return (
    <Suspense>
      <LateWalletMissing />
    </Suspense>
  )
}
