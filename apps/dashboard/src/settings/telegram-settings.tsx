import type { OwnAppConfig } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type Bot = NonNullable<OwnAppConfig['telegram_auth_config']>
const none: Bot = { bot_id: '', bot_name: '', link_enabled: true, seamless_auth_enabled: false }

/** The bot that signs logins with Telegram. */
export function TelegramSettings(
  props: SettingsProps & { saveSecret: (secret: string) => Promise<boolean> },
) {
  const { app, change, saveSecret } = props
  const bot = app.telegram_auth_config ?? none
  const set = (changed: Partial<Bot>) => change({ telegram_auth_config: { ...bot, ...changed } })
  return (
    <section className="card" aria-labelledby="telegram">
      <h2 id="telegram">Telegram bot</h2>
      <p className="help">
        Create a bot with @BotFather (<code>/newbot</code>) and give it your domain (
        <code>/setdomain</code>).
      </p>
      <Field
        label="Bot name"
        value={bot.bot_name}
        placeholder="my_bot"
        onChange={(bot_name) => set({ bot_name })}
      />
      <Field
        label="Bot id"
        value={bot.bot_id}
        placeholder="7000000001"
        help="The number before the colon of the token."
        onChange={(bot_id) => set({ bot_id })}
      />
      <SecretField
        label="Bot token"
        isSet={app.secrets_set.includes('telegram_bot_token')}
        help="Stored encrypted and never shown again. Saved at once."
        save={saveSecret}
      />
      <Switch
        label="Let users link Telegram"
        checked={bot.link_enabled}
        onChange={(link_enabled) => set({ link_enabled })}
      />
      <Switch
        label="Log in without a press in mini apps"
        help="A mini app and a login link of your bot log in by themselves."
        checked={bot.seamless_auth_enabled}
        onChange={(seamless_auth_enabled) => set({ seamless_auth_enabled })}
      />
    </section>
  )
}
