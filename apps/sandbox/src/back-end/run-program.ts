/* npm run payouts, npm run agent: programs of an app's back end, beside a running `npm start`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@sallyport/node'
import { devFile } from '@sallyport/protocols/sandbox'
import { evmChainId } from '../launch/anvil.js'
import { readSettings } from '../launch/settings.js'
import { loadOrCreateWallet } from './limited-wallet.js'
import { limits, runAgent, runPayoutJob } from './programs.js'

const programs = { payouts: runPayoutJob, agent: runAgent }

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Gives a wallet coins of the local chain. */
async function fund(dashboardUrl: string, address: string) {
  const response = await fetch(`${dashboardUrl}/faucet/ethereum`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}`)
}

async function main(name: string | undefined): Promise<void> {
  if (name !== 'payouts' && name !== 'agent') throw new Error('Name a program: payouts or agent')
  const { folder } = readSettings(process.env, [])
  const path = join(folder, 'dev.json')
  if (!existsSync(path)) throw new Error('Run npm start in another terminal first')
  const dev = devFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  const { appId, appSecret, authUrl: apiUrl } = dev
  const client = createClient({ appId, appSecret, apiUrl })
  const limit = { ...limits[name], chainId: evmChainId }
  const wallet = await loadOrCreateWallet(client, { path: join(folder, `${name}.json`), limit })
  await fund(dev.dashboardUrl, wallet.address)
  await programs[name]({ client, wallet, limit, run: crypto.randomUUID().slice(0, 8), say })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(process.argv[2]).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
