import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startPostgres } from '../lib/postgres.mjs'
import { floor } from '../server/targets.mjs'

/**
 * The bare frame, and the bare server it is from: the floor of the bench of servers, which reads a token and one row, and
 * knows one person.
 */
export async function startBare() {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  const page = join(directory, 'frame.html')
  writeFileSync(page, await buildBareFrame())
  const databaseUrl = await postgres.create('bench_frame')
  const { server, send, verify, session } = await floor(databaseUrl, { FRAME_PAGE: page })
  const post = async ({ path, ...request }) => (await fetch(server.url + path, request)).json()
  await post(send('bench@example.com'))
  const { token } = session(await post(verify('bench@example.com')))
  return {
    token,
    url: server.url.replace('127.0.0.1', 'localhost'),
    stop: async () => {
      await server.stop()
      await postgres.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

async function buildBareFrame() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('bare-frame.js', import.meta.url)) },
    },
  })
  const code = built.output[0].code.replaceAll('</script', '<\\/script')
  return `<!doctype html><script type="module">${code}</script>`
}
