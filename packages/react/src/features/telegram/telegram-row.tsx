import { telegram } from '@sallyport/core'
import type { EntryProps } from '../../flow/login-method.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { Row } from '../../ui/row.js'
import { telegramIcon } from './icon.js'

/** The row of the first screen that leads to Telegram. Its press opens the window: later Safari blocks it. Loaded by `lazy`. */
export default function TelegramRow({ end, wasLast, blocked }: EntryProps) {
  const { kit, copy } = useModal()
  const last = useLastLogin(wasLast)
  const choose = () => {
    end('telegram', {})
    telegram.openWindow(kit.client)
  }
  return (
    <Row
      icon={telegramIcon}
      name={copy.landing.withProvider('Telegram')}
      {...last}
      disabled={blocked}
      onPress={choose}
    />
  )
}
