import { join } from 'node:path'
import { copyFor, folderFor } from './files.mjs'
import { root } from './first-start.mjs'
import { addressOf, hostsOf, mostApis, users } from './hosts.mjs'
import { at } from './state.mjs'

/** As `npm run keys -- transport init` and `issue`. */
export async function makeTransport() {
  const { initTransport, issueCertificate } = await import(
    join(root, 'packages/process/dist/transport/index.js')
  )
  await initTransport(at('transport'))
  for (const host of hostsOf(mostApis))
    if (['api', 'pages', 'vault', 'signer'].includes(kindOf(host)))
      await issueCertificate(at('transport'), certificateOf(host, 30))
}

/** Gives a host another certificate, which ends after so many days: 0 is one that has ended. */
export async function replaceCertificate(host, days) {
  const { issueCertificate } = await import(join(root, 'packages/process/dist/transport/index.js'))
  await issueCertificate(at('transport'), certificateOf(host, days))
  copyCertificate(kindOf(host), host)
}

const kindOf = (host) => host.replace(/\d$/, '')
const certificateOf = (host, days) => ({
  roles: [kindOf(host)],
  hosts: [`${host}.lab`, addressOf(host)],
  days,
})

/** Copies what was issued for a host to it. */
export function copyCertificate(kind, host) {
  const transport = folderFor(users[kind], at(host, 'transport'))
  const issued = at('transport', 'hosts', `${kind}-${host}.lab`)
  for (const name of ['ca.pem', 'cert.pem', 'key.pem'])
    copyFor(users[kind], join(issued, name), join(transport, name))
}
