import {
  environment,
  flag,
  logLevel,
  optionalText,
  publicOrigin,
  type Setting,
  type Settings,
  text,
  wholeNumber,
} from '@sallyport/process'
import { tracingSettings } from '@sallyport/process/tracing'
import { addresses, optionalAddresses } from '@sallyport/process/transport'

/** The environment variables of the process that serves the pages. docs/operate/configuration.md prints this record. */
export const pagesSettings = {
  SALLYPORT_ENV: environment('`development` turns the production checks off'),
  SALLYPORT_PUBLIC_URL: publicOrigin({
    meaning: 'The auth origin, as for the API. https in production',
    purpose: 'the URL browsers reach the server at',
  }),
  SALLYPORT_PAGES_HOST: text({ meaning: 'Address to listen on', fallback: '127.0.0.1' }),
  SALLYPORT_PAGES_PORT: wholeNumber({
    meaning: 'Port to listen on. The proxy sends it the paths of the pages (deploy/nginx.conf)',
    fallback: '4410',
    most: 65_535,
  }),
  SALLYPORT_PAGES_API_URL: origins({
    meaning:
      'Where this process reaches the API, which it asks about an app’s origins and wallet screens. With several APIs their URLs, separated by commas: when one does not answer, the next is asked. While none answers, the last settings are served for an hour',
    fallback: 'http://127.0.0.1:4400',
  }),
  SALLYPORT_PAGES_MONITOR_PORT: wholeNumber({
    meaning:
      'Port of a second listener, on `SALLYPORT_PAGES_HOST`: `/metrics` (Prometheus), `/healthz` ([monitor.md](monitor.md)). The proxy must not forward it; `0` turns it off',
    fallback: '0',
    most: 65_535,
  }),
  SALLYPORT_PAGES_RELEASE_KEY: publicKeys({
    meaning:
      'Public half of the release key, an Ed25519 key: 32 bytes in base64, as `npm run build:production` prints it; several separated by commas. The process does not start with a frame that these keys have not signed',
    purpose: 'the public half of the release key, as npm run build:production prints it',
  }),
  SALLYPORT_PAGES_RELEASE_SIGNATURES: wholeNumber({
    meaning:
      'How many of the release keys have to have signed the frame. With `2` no one person can release it ([deploy.md](deploy.md#two-approvals))',
    fallback: '1',
    most: 16,
  }),
  SALLYPORT_FRAME_DIR: text({
    meaning: 'Folder of the built and signed wallet frame. `npm run serve` sets it',
    purpose: 'the folder of the built frame',
  }),
  SALLYPORT_VAULT_SOCKET: addresses({
    meaning:
      'Path of the recovery vault’s socket, which this process asks for the vault’s public key, or addresses as for the API. `npm run serve` sets it',
    purpose: "the path of the recovery vault's socket",
  }),
  SALLYPORT_SIGNER_SOCKET: optionalAddresses({
    meaning:
      'Path of the socket of the signer, which is asked for its public key (docs/features/delegation.md)',
  }),
  ...tracingSettings,
  SALLYPORT_PAGES_TRANSPORT_DIR: optionalText({
    meaning:
      'Folder of the pages’ certificates, which `tls:` addresses need: `ca.pem`, `cert.pem`, `key.pem`. Replaced files are used without a restart',
  }),
  SALLYPORT_LOG_LEVEL: logLevel,
  SALLYPORT_EXIT_WITH_PARENT: flag({
    meaning: '`1` ends the process when its parent ends. `npm run serve` sets it',
  }),
} as const satisfies Settings

/** A list of origins, separated by commas. */
function origins(
  about: Pick<Setting<unknown>, 'meaning' | 'purpose' | 'fallback'>,
): Setting<readonly string[]> {
  const one = publicOrigin(about)
  return {
    ...about,
    read: (written, name) => {
      const read = written.split(',').map((each) => one.read(each.trim(), name))
      const problem = read.flatMap((each) => ('problem' in each ? [each.problem] : []))[0]
      if (problem !== undefined) return { problem }
      return { value: read.flatMap((each) => ('value' in each ? [each.value] : [])) }
    },
  }
}

/** Different Ed25519 keys, separated by commas. */
function publicKeys(
  about: Pick<Setting<unknown>, 'meaning' | 'purpose'>,
): Setting<readonly Uint8Array[]> {
  return {
    ...about,
    read: (written, name) => {
      const texts = written.split(',').map((each) => each.trim())
      const value = texts.map((each) => Buffer.from(each, 'base64'))
      const isKey = (key: Buffer, at: number) =>
        key.length === 32 && key.toString('base64') === texts[at]
      if (!value.every(isKey))
        return {
          problem: `${name} must be 32 bytes in base64: the public half of the release key.`,
        }
      // One person's signature would count twice.
      if (new Set(texts).size < texts.length) return { problem: `${name} names a key twice.` }
      return { value }
    },
  }
}
