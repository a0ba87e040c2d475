import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildFrame, compareWithServer, differences, vaultKeyOf } from './lib/frame-release.mjs'

/* The wallet page, built from this source as `npm run verify-frame` does it. */

const root = fileURLToPath(new URL('..', import.meta.url))
const committed = readFileSync(new URL('../apps/frame/release.txt', import.meta.url), 'utf8')
const appId = 'clpispdty00ycl80fpueukbhl'

let built: Awaited<ReturnType<typeof buildFrame>>
beforeAll(async () => {
  built = await buildFrame(root)
}, 180_000)

/** A server that serves these files, with an app's settings in the page. */
function serving(files: ReadonlyMap<string, Uint8Array>): typeof fetch {
  return async (input) => {
    const { pathname } = new URL(String(input))
    const path =
      pathname === `/apps/${appId}/embedded-wallets`
        ? 'index.html'
        : pathname.slice('/frame/'.length)
    const bytes = files.get(path)
    if (bytes === undefined) return new Response('', { status: 404 })
    const settings = '<script type="application/json" id="sallyport-frame">{"appId":"a"}</script>'
    if (path !== 'index.html') return new Response(Buffer.from(bytes))
    const page = new TextDecoder().decode(bytes)
    return new Response(
      page.includes('id="sallyport-frame"')
        ? page.replace(/<script[^>]*id="sallyport-frame"[^>]*>[^<]*<\/script>/, settings)
        : page.replace('</head>', `${settings}</head>`),
    )
  }
}

const server = { url: 'https://auth.example', appId }

describe('the build of the wallet page', () => {
  test('apps/frame/release.txt names what this source builds (update: npm run verify-frame -- --write)', () => {
    expect(differences(built.manifest, committed)).toEqual([])
  })

  test('the same source gives the same bytes again', async () => {
    expect((await buildFrame(root)).manifest).toBe(built.manifest)
  })

  test('a server that serves this build is told so', async () => {
    expect(await compareWithServer(built, { ...server, fetch: serving(built.files) })).toEqual([])
  })

  test('the key of the vault that a page names is printed', async () => {
    const page =
      '<script type="application/json" id="sallyport-frame">{"vaultPublicKey":"BC7-_x"}</script>'
    const fetch = async () => new Response(page)
    expect(await vaultKeyOf({ ...server, fetch })).toBe('BC7-_x')
  })

  test('error: a server that changed one byte of a script, or of the page, or lacks a file', async () => {
    const [script = ''] = [...built.files.keys()].filter((path) => path.endsWith('.js'))
    const change = (path: string, bytes: Uint8Array) =>
      serving(new Map([...built.files, [path, bytes]]))
    const asked = (fetch: typeof globalThis.fetch) => compareWithServer(built, { ...server, fetch })
    const other = Buffer.from(built.files.get(script) ?? []).fill(32, 0, 1)
    expect(await asked(change(script, other))).toEqual([`/frame/${script} differs`])

    const page = Buffer.from(built.files.get('index.html') ?? [])
    const changed = Buffer.from(page.toString().replace('</head>', '<base href="/x"></head>'))
    expect(await asked(change('index.html', changed))).toEqual(['the page itself differs'])

    const without = new Map([...built.files].filter(([path]) => path !== script))
    expect(await asked(serving(without))).toEqual([
      `https://auth.example/frame/${script} answered 404`,
    ])
  })
})
