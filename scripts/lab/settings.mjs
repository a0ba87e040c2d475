import { poolerUrl } from './entry.mjs'
import { addressesOf, addressOf, entries, entryOf } from './hosts.mjs'
import { at } from './state.mjs'

const ports = { vault: 4430, signer: 4431 }

/** The settings of a program on a host, for the files and addresses of the lab. */
export function settingsOf(kind, host, state) {
  const own = (name) => at(host, name)
  const shared = { NODE_EXTRA_CA_CERTS: at('ca.pem'), SALLYPORT_LOG_LEVEL: 'info' }
  const keyProgram = (prefix) => ({
    ...shared,
    [`SALLYPORT_${prefix}_SOCKET`]: own(`run/${kind}.sock`),
    [`SALLYPORT_${prefix}_LISTEN`]: `tls:${addressOf(host)}:${ports[kind]}`,
    [`SALLYPORT_${prefix}_TRANSPORT_DIR`]: own('transport'),
    [`SALLYPORT_${prefix}_KEK_FILE`]: own(`${kind}.kek`),
    [`SALLYPORT_${prefix}_DATABASE_URL`]: poolerUrl(kind, entryOf(host), state),
  })
  const reaching = {
    ...shared,
    SALLYPORT_PUBLIC_URL: `https://${addressOf(entries[0])}`,
    SALLYPORT_VAULT_SOCKET: addressesOf('vault', ports.vault, host),
    SALLYPORT_SIGNER_SOCKET: addressesOf('signer', ports.signer, host),
  }
  return {
    api: () => ({
      ...reaching,
      SALLYPORT_HOST: addressOf(host),
      SALLYPORT_PORT: '4400',
      SALLYPORT_MONITOR_PORT: '4401',
      SALLYPORT_TRUSTED_PROXIES: '1',
      SALLYPORT_KEK_FILE: own('api.kek'),
      SALLYPORT_TOKEN_KEK_FILE: own('token.kek'),
      SALLYPORT_SMTP_URL_FILE: own('smtp.url'),
      SALLYPORT_MAIL_FROM: 'login@lab.example',
      SALLYPORT_TRANSPORT_DIR: own('transport'),
      SALLYPORT_DATABASE_POOLER: '1',
      // One host sends all the load.
      SALLYPORT_IP_LIMIT: '0',
      SALLYPORT_CODE_LIMIT: '0',
      DATABASE_URL: poolerUrl('api', entryOf(host), state),
    }),
    pages: () => ({
      ...reaching,
      SALLYPORT_PAGES_HOST: addressOf(host),
      SALLYPORT_PAGES_PORT: '4410',
      SALLYPORT_PAGES_API_URL: entries.map((each) => `http://${addressOf(each)}:4400`).join(','),
      SALLYPORT_PAGES_RELEASE_KEY: state.releaseKey,
      SALLYPORT_PAGES_TRANSPORT_DIR: own('transport'),
      SALLYPORT_FRAME_DIR: at('frame'),
    }),
    vault: () => ({
      ...keyProgram('VAULT'),
      SALLYPORT_VAULT_SMTP_URL_FILE: own('smtp.url'),
      SALLYPORT_VAULT_MAIL_FROM: 'wallet@lab.example',
    }),
    signer: () => keyProgram('SIGNER'),
  }[kind]()
}
