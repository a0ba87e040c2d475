import type { ScreenProps } from '../../flow/screens.js'
import { readInAppBrowser } from '../../in-app-browser.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { openInBrowserUrl } from '../../open-in-browser.js'
import { Button } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { useCopy } from '../../ui/use-copy.js'

/** The provider refuses logins in browsers of other apps: open the page in a browser, or log in another way. */
export function InAppBrowser({ data, end }: ScreenProps<'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE'>) {
  const { settings } = useModal()
  const { inApp, shell } = useAccountCopy()
  const app = readInAppBrowser(data.userAgent)?.name ?? null
  const link = useCopy(data.url)
  const hasOthers = data.intent === 'login' && settings.loginMethods.length > 1
  const outside = openInBrowserUrl(data.url, data.userAgent)
  return (
    <Screen
      title={inApp.title}
      help={app === null ? inApp.help : inApp.helpIn(app)}
      image={<ScreenIcon icon="arrow-up-right" />}
    >
      <div className="rows">
        {outside && (
          <a className="button primary" href={outside}>
            {inApp.openInBrowser}
          </a>
        )}
        <Button kind={outside ? 'secondary' : 'primary'} onPress={link.copy}>
          {link.copied ? shell.copied : inApp.copyLink}
        </Button>
        {hasOthers && (
          <Button kind="secondary" onPress={() => end('again', {})}>
            {inApp.otherWay}
          </Button>
        )}
      </div>
    </Screen>
  )
}
