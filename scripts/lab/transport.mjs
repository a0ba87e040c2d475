import { join } from 'node:path'
import { root } from './first-start.mjs'
import { addressOf, hostsOf, mostApis } from './hosts.mjs'
import { at } from './state.mjs'

/** As `npm run keys -- transport init` and `issue`. */
export async function makeTransport() {
  const { initTransport, issueCertificate } = await import(
    join(root, 'packages/process/dist/transport/index.js')
  )
  await initTransport(at('transport'))
  for (const host of hostsOf(mostApis)) {
    const role = host.replace(/\d$/, '')
    if (!['api', 'pages', 'vault', 'signer'].includes(role)) continue
    const hosts = [`${host}.lab`, addressOf(host)]
    await issueCertificate(at('transport'), { roles: [role], hosts, days: 30 })
  }
}
