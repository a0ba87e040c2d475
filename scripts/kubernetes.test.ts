import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { pagesSettings } from '../apps/pages/src/settings.js'
import { migrateSettings, serverSettings } from '../apps/server/src/settings.js'
import { signerSettings } from '../apps/signer/src/settings.js'
import { vaultSettings } from '../apps/vault/src/settings.js'

/* What the manifests name exists. `kubernetes.deep.test.ts` checks them against the schemas of Kubernetes. */

interface Container {
  name: string
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  securityContext: object
  resources: { limits?: { memory?: string } }
  livenessProbe?: object
  readinessProbe?: object
}
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: {
    ports: { name: string; port: number }[]
    podSelector: { matchLabels?: Record<string, string> }
    ingress?: { from?: object[]; ports: { port: number }[] }[]
    template: {
      spec: {
        automountServiceAccountToken: boolean
        securityContext: { runAsUser: number; runAsNonRoot: boolean }
        initContainers?: Container[]
        containers: Container[]
        volumes: { secret?: { secretName: string } }[]
      }
    }
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'deploy/kubernetes')
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
  .map((document) => document.toJS() as Manifest)
const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
const pods = ofKind('Deployment', 'StatefulSet', 'Job')
const own = pods.filter(({ metadata }) => metadata.name !== 'proxy')
const settings: Record<string, object> = {
  api: serverSettings,
  pages: pagesSettings,
  vault: vaultSettings,
  signer: signerSettings,
  migrate: { ...migrateSettings, ...serverSettings },
}
const variablesOf = ({ metadata: { name }, spec }: Manifest) => [
  ...Object.keys(ofKind('ConfigMap').find((each) => each.metadata.name === name)?.data ?? {}),
  ...(spec.template.spec.containers[0]?.env ?? []).map((each) => each.name),
]

describe('deploy/kubernetes', () => {
  test.each(own.map((pod) => [pod.metadata.name, pod] as const))(
    'every variable of %s is a setting that the program reads',
    (name, pod) => {
      const known = Object.keys(settings[name] ?? {})
      const variables = variablesOf(pod).map((variable) => variable.replace(/_FILE$/, ''))
      expect(variables.length).toBeGreaterThan(2)
      expect(variables.filter((variable) => !known.includes(variable))).toEqual([])
    },
  )

  test('every command is a program of the image', () => {
    for (const pod of own) {
      const command = pod.spec.template.spec.containers[0]?.command?.join(' ') ?? ''
      const [, path = ''] = /node (apps\/\S+\.js)/.exec(command) ?? []
      const source = path.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
      expect(existsSync(join(root, source)), `${pod.metadata.name}: ${command}`).toBe(true)
    }
  })

  test('T-03: each program has a user of its own, sees its own secrets only, and nothing can be written or gained', () => {
    const users = pods.map(({ spec }) => spec.template.spec.securityContext.runAsUser)
    expect(new Set(users).size).toBe(pods.length)
    expect(users).not.toContain(0)
    for (const { metadata, spec } of pods) {
      const { spec: pod } = spec.template
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.securityContext.runAsNonRoot).toBe(true)
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits?.memory).toBeDefined()
      }
      const secrets = pod.volumes.flatMap(({ secret }) => (secret ? [secret.secretName] : []))
      const { name } = metadata
      expect(secrets.filter((each) => each !== name && each !== `${name}-transport`)).toEqual([])
    }
    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    for (const name of ['vault', 'api', 'pages', 'signer']) {
      const user = pods.find((pod) => pod.metadata.name === name)?.spec.template.spec
      expect(dockerfile).toContain(`--uid ${user?.securityContext.runAsUser} `)
    }
  })

  test('every program is probed, has a budget for disruptions and a policy that names who may call it', () => {
    const names = pods.map(({ metadata }) => metadata.name).filter((name) => name !== 'migrate')
    for (const pod of pods.filter(({ kind }) => kind !== 'Job')) {
      const [container] = pod.spec.template.spec.containers
      expect(container?.livenessProbe).toBeDefined()
      expect(container?.readinessProbe).toBeDefined()
    }
    const namesOf = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name)
    expect(namesOf('PodDisruptionBudget').toSorted()).toEqual(names.toSorted())
    expect(namesOf('NetworkPolicy').toSorted()).toEqual(
      [...names, 'migrate', 'nothing-else'].toSorted(),
    )
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'nothing-else')
    expect(policy?.spec.podSelector).toEqual({})
    expect(policy?.spec.ingress).toBeUndefined()
  })

  test('addresses of programs in the settings name services and their ports', () => {
    const services = ofKind('Service').flatMap(({ metadata, spec }) =>
      spec.ports.map(({ port }) => `${metadata.name}:${port}`),
    )
    const written = ofKind('ConfigMap')
      .flatMap(({ data = {} }) => Object.values(data))
      .concat(
        ofKind('Deployment')
          .flatMap((each) => each.spec.template.spec.containers[0]?.env ?? [])
          .map(({ value }) => value),
      )
      .flatMap((value) => [...value.matchAll(/\b(?:\w+-\d\.)?([a-z]+):(\d{4})\b/g)])
      .map(([, name, port]) => `${name}:${port}`)
      .filter((address) => !address.startsWith('tls:'))
    expect(written.length).toBeGreaterThan(8)
    expect(written.filter((address) => !services.includes(address))).toEqual([])
  })
})
