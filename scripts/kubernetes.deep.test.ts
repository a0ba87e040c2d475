import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { run } from './lib/run.mjs'

/* The schemas of Kubernetes, which the package kubernetes-models makes from its OpenAPI document. */
const models = 'kubernetes-models@5.1.0'
const folder = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url))
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
)
const place = mkdtempSync(join(tmpdir(), 'sallyport-kubernetes-'))

beforeAll(async () => {
  const { code, output } = await run(
    'npm',
    ['install', '--engine-strict=false', '--prefix', place, models],
    { cwd: place },
  )
  expect(code, output).toBe(0)
  // The package has exports for imports alone, which begin where it is installed.
  writeFileSync(join(place, 'load.mjs'), 'export const load = (name) => import(name)')
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

test.each(files)('%s has the form that Kubernetes asks for', async (name) => {
  const { load } = await import(pathToFileURL(join(place, 'load.mjs')).href)
  const documents = parseAllDocuments(readFileSync(join(folder, name), 'utf8'))
  expect(documents.length).toBeGreaterThan(0)
  for (const document of documents) {
    const manifest: { apiVersion: string; kind: string } = document.toJS()
    const models = await load(`kubernetes-models/${manifest.apiVersion}`)
    const Model = models[manifest.kind] ?? models.default[manifest.kind]
    expect(() => new Model(manifest).validate(), manifest.kind).not.toThrow()
    // The check can fail: an unknown kind of value is refused.
    expect(() => new Model({ ...manifest, metadata: 7 }).validate()).toThrow()
  }
})
