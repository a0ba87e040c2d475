import { ClockPage } from './clock/clock-page.js'
import { GalleryPage } from './gallery/gallery-page.js'
import { InboxPage } from './inbox/inbox-page.js'
import { Rail } from './rail.js'
import { usePath } from './route.js'
import { SettingsPage } from './settings/settings-page.js'
import { SimulatorsPage } from './simulators/simulators-page.js'
import { WalletsPage } from './wallets/wallets-page.js'
import { WebhooksPage } from './webhooks/webhooks-page.js'

const pages = {
  '/inbox': InboxPage,
  '/clock': ClockPage,
  '/webhooks': WebhooksPage,
  '/wallets': WalletsPage,
  '/settings': SettingsPage,
  '/simulators': SimulatorsPage,
  '/gallery': GalleryPage,
}

/** The dashboard: navigation and the current page. Unknown paths show the inbox. */
export function App() {
  const { path, go } = usePath()
  const here = path in pages ? (path as keyof typeof pages) : '/inbox' // checked by `in`
  const Page = pages[here]
  return (
    <div className="frame">
      <Rail here={here} go={go} />
      <main className={here === '/gallery' ? 'main full' : 'main'}>
        <Page />
      </main>
    </div>
  )
}
