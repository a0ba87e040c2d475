import {
  administrators,
  environment,
  flag,
  keyList,
  keyModuleSettings,
  logLevel,
  optionalText,
  postgresUrl,
  type Settings,
  text,
  wholeNumber,
} from '@sallyport/process'
import { mailAddress, smtpUrl } from '@sallyport/process/mail'
import { listenAddresses } from '@sallyport/process/transport'

/** The vault's limits where the environment sets none. */
export const defaultLimits = {
  releasesPerMinute: 30,
  releasesPerWalletPerDay: 60,
  factorResetHours: 72,
} as const

/** The settings of the module that may have wrapped the vault's keys. */
export const vaultKeyModule = keyModuleSettings('SALLYPORT_VAULT_PKCS11')

/** The recovery vault's environment variables. docs/operate/configuration.md prints this record. */
export const vaultSettings = {
  SALLYPORT_ENV: environment(
    '`development` turns the production checks off and the movable clock on',
  ),
  SALLYPORT_VAULT_SOCKET: text({
    meaning:
      'Path of the Unix socket. In production only the group of its directory can open it, which the API’s user belongs to; the vault’s user owns the directory. The API is given the same variable. `npm run serve` sets it',
    purpose: 'the path of the Unix socket to listen on',
  }),
  SALLYPORT_VAULT_LISTEN: listenAddresses({
    meaning:
      'For APIs and pages on other hosts ([high-availability.md](high-availability.md)): addresses to listen on over TLS besides the socket, such as `tls:10.0.0.7:4430`, with commas between them',
  }),
  SALLYPORT_VAULT_TRANSPORT_DIR: optionalText({
    meaning:
      'Folder of the vault’s certificates, which `SALLYPORT_VAULT_LISTEN` needs: `ca.pem`, `cert.pem`, `key.pem`. Replaced files are used without a restart',
  }),
  SALLYPORT_VAULT_KEK: keyList({
    meaning:
      "32 random bytes in base64, the vault's own: no other process gets them; or a list of such keys, the newest first (docs/operate/deploy.md, Keys). Losing them ends recovery on new devices for every user",
    purpose: "32 random bytes in base64, the vault's own, from a secret store",
    keyModule: 'SALLYPORT_VAULT_PKCS11',
  }),
  ...vaultKeyModule,
  SALLYPORT_VAULT_DATABASE_URL: postgresUrl({
    meaning:
      "Postgres URL of the vault's own role, which is not a superuser. On another host it needs TLS (`?sslmode=verify-full`)",
    purpose: "a Postgres URL with the vault's own role",
  }),
  SALLYPORT_VAULT_SMTP_URL: smtpUrl({
    meaning:
      'Mail server of the notices that the vault sends by itself, with a login of its own. As `SALLYPORT_SMTP_URL`. In development none are sent without it',
    fallback: '',
  }),
  SALLYPORT_VAULT_MAIL_FROM: mailAddress({
    meaning: 'Address that these notices come from; another one than the API’s',
    purpose: 'the address the vault’s notices come from',
    fallback: '',
  }),
  SALLYPORT_VAULT_OPERATOR_MAIL: optionalText({
    meaning:
      'Address that is told when an app’s token key is about to change. Default: `SALLYPORT_VAULT_MAIL_FROM`',
  }),
  SALLYPORT_DATABASE_ADMINS: administrators,
  SALLYPORT_VAULT_RELEASES_PER_MINUTE: wholeNumber({
    meaning: 'Wallets of one app whose recovery keys are released in any 60 seconds',
    fallback: String(defaultLimits.releasesPerMinute),
    least: 1,
    most: 10_000,
  }),
  SALLYPORT_VAULT_RELEASES_PER_WALLET: wholeNumber({
    meaning: 'Releases of one wallet’s recovery key in any 24 hours',
    fallback: String(defaultLimits.releasesPerWalletPerDay),
    least: 1,
    most: 10_000,
  }),
  SALLYPORT_VAULT_FACTOR_RESET_HOURS: wholeNumber({
    meaning:
      'Hours between the start of the reset of a lost second factor and its removal, in which every channel of the user is told and it can be cancelled',
    fallback: String(defaultLimits.factorResetHours),
    least: 24,
    most: 720,
  }),
  SALLYPORT_VAULT_MONITOR_SOCKET: optionalText({
    meaning:
      'Path of a second Unix socket, which serves `/metrics` (Prometheus) over HTTP to every user of the machine ([monitor.md](monitor.md)). Its directory belongs to the vault’s user',
  }),
  SALLYPORT_LOG_LEVEL: logLevel,
  SALLYPORT_EXIT_WITH_PARENT: flag({
    meaning: '`1` ends the process when its parent ends. `npm run serve` sets it',
  }),
} as const satisfies Settings
