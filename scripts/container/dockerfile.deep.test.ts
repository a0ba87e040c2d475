import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { buildImage, makeBase, missingForImages, runInImage } from './debian-root.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const missing = missingForImages()
const place = missing === undefined ? mkdtempSync('/var/tmp/sallyport-image-') : ''
afterAll(() => {
  if (place !== '') rmSync(place, { recursive: true, force: true })
})

/** The files of the checkout as the image gets them: without what .dockerignore names. */
function makeContext(folder: string): void {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
    },
  )
  execFileSync('mkdir', ['-p', folder])
  const list = String(files)
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .join('\0')
  execFileSync('sh', ['-c', `tar -c --null -T - -f - | tar -x -C ${folder}`], {
    cwd: root,
    input: list,
  })
}

const users = {
  server: { user: '982:982', lacks: 'DATABASE_URL' },
  vault: { user: '981:980', lacks: 'SALLYPORT_VAULT' },
  signer: { user: '984:980', lacks: 'SALLYPORT_SIGNER' },
  pages: { user: '983:983', lacks: 'SALLYPORT_PAGES' },
}

describe('deploy/Dockerfile', () => {
  // Debian's tool and the rights are not everywhere: the reason is in the name.
  test.skipIf(missing !== undefined)(
    `builds in an empty Debian: four programs, signed pages, no key and no tool of tests${missing ? ` (${missing})` : ''}`,
    () => {
      const [base, context] = [join(place, 'base'), join(place, 'context')]
      makeBase(base)
      makeContext(context)
      const { privateKey } = generateKeyPairSync('ed25519')
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

      const image = buildImage(text, {
        ...{ base, context, folder: join(place, 'stages') },
        secrets: { release_key: key },
      })

      expect(image.user).toBe('sallyport_api')
      const [, secret = ''] = key.split('\n')
      const found = `grep -rlF -e '${secret}' /opt /run /root /tmp || true`
      expect(runInImage(image, found, '0:0')).toBe('')
      for (const tool of ['vitest', '@playwright/test', 'typescript'])
        expect(existsSync(join(image.folder, 'opt/sallyport/node_modules', tool)), tool).toBe(false)
      const release = join(image.folder, 'opt/sallyport/apps/frame/dist-page')
      expect(existsSync(release)).toBe(true)
      for (const [program, { user, lacks }] of Object.entries(users)) {
        const start = `SALLYPORT_ENV=production node apps/${program}/dist/main.js 2>&1 || true`
        const said = runInImage(image, start, user)
        expect(said, program).toContain('did not start')
        expect(said, program).toContain(lacks)
      }
    },
    1_200_000,
  )
})
