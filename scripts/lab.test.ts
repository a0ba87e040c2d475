import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { longestGap } from './lab/faults.mjs'
import { fill } from './lab/files.mjs'
import { addressesOf, addressOf, entryOf, hostsOf } from './lab/hosts.mjs'
import { missingParts } from './lab/requirements.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (...parts: string[]) => readFileSync(join(root, ...parts), 'utf8')
const machine = {
  platform: 'linux',
  uid: 0,
  has: (_path: string) => true,
  mayMakeNamespaces: () => true,
}

describe('missingParts', () => {
  test('is nothing on a machine that has all', () => {
    expect(missingParts(machine)).toBeUndefined()
  })

  test.each([
    ['another system', { platform: 'darwin' }, 'The lab needs Linux'],
    ['another user', { uid: 1000 }, 'The lab needs root'],
    [
      'no Patroni and no etcd',
      { has: (path: string) => !/patroni|etcd/.test(path) },
      'apt-get install patroni etcd-server.',
    ],
    ['no rights to make namespaces', { mayMakeNamespaces: () => false }, 'ip netns add is refused'],
  ])('error: says in one sentence that there is %s', (_what, lack, sentence) => {
    expect(missingParts({ ...machine, ...lack })).toContain(sentence)
  })
})

describe('hosts of the lab', () => {
  test('have addresses by kind and number', () => {
    expect(hostsOf(2)).toHaveLength(15)
    expect(new Set(hostsOf(4).map(addressOf)).size).toBe(17)
    expect(addressOf('api2')).toBe('10.77.0.32')
    expect(() => addressOf('router1')).toThrow('router1 is not a host of the lab')
  })

  test('use what is on their side first', () => {
    expect([entryOf('api1'), entryOf('api2'), entryOf('api3')]).toEqual(['lb1', 'lb2', 'lb1'])
    expect(addressesOf('vault', 4430, 'api2')).toBe('tls:10.77.0.52:4430,tls:10.77.0.51:4430')
  })
})

describe('longestGap', () => {
  test('is the longest time without a success after the strike', () => {
    expect(longestGap([100, 900, 1_000, 1_500, 7_000, 7_100], 1_200, 9_000)).toBe(5_500)
    expect(longestGap([100, 1_500], 1_200, 9_000)).toBe(7_500)
    expect(longestGap([100], 1_200, 9_000)).toBe(7_800)
  })
})

describe('the files of deploy/ for several hosts', () => {
  test('error: a placeholder that is not replaced is named', () => {
    expect(() => fill('pgbouncer.ini', {})).toThrow(/deploy\/pgbouncer.ini has \{\{\w+\}\}/)
  })

  test('PgBouncer says to connections what the programs ask for at their start', () => {
    const settingsOf = (database: string) => {
      const [, query = ''] =
        new RegExp(`^${database} = .*connect_query='(.*)'$`, 'm').exec(
          read('deploy', 'pgbouncer.ini'),
        ) ?? []
      return Object.fromEntries(
        query.split('; ').map((each) => each.replace('set ', '').split(' = ')),
      )
    }
    const api = read('apps/server/src/db/connect.ts')
    const [, planning = ''] = /const planning = \{([^}]+)\}/.exec(api) ?? []
    const planned = [...planning.matchAll(/(\w+): '(\w+)'/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const [, apiSchema] = /apiSchema = '(\w+)'/.exec(api) ?? []
    expect(planned).toHaveLength(4)
    expect(settingsOf('sallyport_api')).toEqual({
      search_path: apiSchema,
      jit: 'off',
      ...Object.fromEntries(planned),
    })
    const schemas = read('packages/keyholder/src/schemas.ts')
    for (const program of ['vault', 'signer']) {
      const [, schema] = new RegExp(`${program}Schema = '(\\w+)'`).exec(schemas) ?? []
      expect(settingsOf(`sallyport_${program}`)).toEqual({ search_path: schema, jit: 'off' })
    }
  })

  test('HAProxy sends the pages what nginx does', () => {
    const [, nginx] = /location ~ (\S+) \{/.exec(read('deploy/nginx.conf')) ?? []
    const [, haproxy] = /acl pages path_reg (\S+)/.exec(read('deploy/haproxy.cfg')) ?? []
    expect(haproxy).toBe(nginx)
  })

  test('Patroni waits for a standby before it acknowledges', () => {
    const patroni = read('deploy/patroni.yaml')
    expect(patroni).toContain('synchronous_mode: true')
    expect(patroni).toContain("synchronous_commit: 'on'")
  })
})
