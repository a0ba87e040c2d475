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
} from '@sallyport/process'
import { listenAddresses } from '@sallyport/process/transport'

/** The settings of the module that may have wrapped the signer's keys. */
export const signerKeyModule = keyModuleSettings('SALLYPORT_SIGNER_PKCS11')

/** Environment variables of the signer. docs/operate/configuration.md prints this record. */
export const signerSettings = {
  SALLYPORT_ENV: environment(
    '`development` turns the production checks off and the movable clock on',
  ),
  SALLYPORT_SIGNER_SOCKET: text({
    meaning:
      'Path of the Unix socket of the signer. Its directory belongs to the signer’s user and to a group that the API’s and the pages’ users are in. `npm run serve` sets it',
    purpose: 'the path of the Unix socket to listen on',
  }),
  SALLYPORT_SIGNER_LISTEN: listenAddresses({
    meaning:
      'For APIs and pages on other hosts ([high-availability.md](high-availability.md)): addresses to listen on over TLS besides the socket, such as `tls:10.0.0.7:4431`, with commas between them',
  }),
  SALLYPORT_SIGNER_TRANSPORT_DIR: optionalText({
    meaning:
      'Folder of the signer’s certificates, which `SALLYPORT_SIGNER_LISTEN` needs: `ca.pem`, `cert.pem`, `key.pem`. Replaced files are used without a restart',
  }),
  SALLYPORT_SIGNER_KEK: keyList({
    meaning:
      "32 random bytes in base64, the signer's own: no other process gets them; or a list of such keys, the newest first. Losing them ends every delegation, and no wallet",
    purpose: "32 random bytes in base64, the signer's own, from a secret store",
    keyModule: 'SALLYPORT_SIGNER_PKCS11',
  }),
  ...signerKeyModule,
  SALLYPORT_SIGNER_DATABASE_URL: postgresUrl({
    meaning:
      "Postgres URL of the signer's own role, which is not a superuser. On another host it needs TLS (`?sslmode=verify-full`)",
    purpose: "a Postgres URL with the signer's own role",
  }),
  SALLYPORT_DATABASE_ADMINS: administrators,
  SALLYPORT_SIGNER_MONITOR_SOCKET: optionalText({
    meaning:
      'Path of a second Unix socket, which serves `/metrics` (Prometheus) over HTTP to every user of the machine ([monitor.md](monitor.md)). Its directory belongs to the signer’s user',
  }),
  SALLYPORT_LOG_LEVEL: logLevel,
  SALLYPORT_EXIT_WITH_PARENT: flag({
    meaning: '`1` ends the process when its parent ends. `npm run serve` sets it',
  }),
} as const satisfies Settings
