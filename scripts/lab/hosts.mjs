/** The bridge and its network. */
export const bridge = { name: 'sp-br', address: '10.77.0.1', network: '10.77.0.0/24' }
export const databases = ['pg1', 'pg2', 'pg3']
export const entries = ['lb1', 'lb2']
export const mostApis = 4

const kinds = { pg: 10, lb: 20, api: 30, pages: 40, vault: 50, signer: 60, load: 70, mail: 80 }

/** The address of a host: its kind and number. */
export function addressOf(host) {
  const [, kind, number] = /^([a-z]+)(\d)$/.exec(host) ?? []
  if (kind === undefined || kinds[kind] === undefined)
    throw new Error(`${host} is not a host of the lab.`)
  return `10.77.0.${kinds[kind] + Number(number)}`
}

/** The namespace of a host. */
export const namespaceOf = (host) => `sp-${host}`

/** The hosts of a lab with so many APIs. */
export function hostsOf(apis) {
  const numbered = (kind, count) => Array.from({ length: count }, (_, n) => `${kind}${n + 1}`)
  return [
    ...databases,
    ...entries,
    ...numbered('api', apis),
    ...numbered('pages', 2),
    ...numbered('vault', 2),
    ...numbered('signer', 2),
    'load1',
    'mail1',
  ]
}

/** The entry host that a host uses: the one on its side. */
export function entryOf(host) {
  return entries[(Number(host.slice(-1)) - 1) % entries.length]
}

/** Addresses of two programs of a kind, the one on the host's own side first. */
export function addressesOf(kind, port, host) {
  const own = (Number(host.slice(-1)) - 1) % 2
  return [own, 1 - own].map((n) => `tls:${addressOf(`${kind}${n + 1}`)}:${port}`).join(',')
}

/** Users of the programs. They need no accounts; Postgres needs its own. */
export const users = {
  api: 27001,
  pages: 27002,
  vault: 27003,
  signer: 27004,
  owner: 27005,
  entry: 27006,
  mail: 27007,
  etcd: 27008,
}
