import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '@sallyport/sandbox'
import { address } from '@solana/kit'
import {
  createTestClient,
  erc20Abi,
  http,
  parseEventLogs,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../launch/running.js'
import { Ledger } from '../solana/ledger.js'
import { readMint, readTokenAccount } from '../solana/token-account.js'
import { addEthereumUsdc } from './ethereum-usdc.js'
import { addSolanaUsdc } from './solana-usdc.js'
import { faucetUsdc, usdcAddresses } from './usdc.js'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-usdc-'))
const port = 20_000 + (process.pid % 20_000)
const rpcUrl = `http://127.0.0.1:${port}`
const node = createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpcUrl) })
  .extend(publicActions)
  .extend(walletActions)
const usdc = { address: usdcAddresses.ethereum, abi: erc20Abi } as const
const bob = '0x00000000000000000000000000000000000000b0'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
let chain: Running

beforeAll(async () => {
  mkdirSync(join(folder, 'logs'))
  chain = await startAnvil({ folder, port })
})
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('USDC of the local Ethereum chain is given, described and transferred', async () => {
  const [ada] = await node.getAddresses()
  if (!ada) throw new Error('The node has accounts')
  await addEthereumUsdc(rpcUrl, ada, faucetUsdc)
  await addEthereumUsdc(rpcUrl, ada, 5n)

  const read = (functionName: 'name' | 'symbol' | 'decimals') =>
    node.readContract({ ...usdc, functionName })
  expect(await Promise.all([read('name'), read('symbol'), read('decimals')])).toEqual([
    'USD Coin',
    'USDC',
    6,
  ])
  const hash = await node.writeContract({
    ...usdc,
    account: ada,
    functionName: 'transfer',
    args: [bob, 7n],
  })
  const { logs, status } = await node.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  expect(parseEventLogs({ abi: erc20Abi, logs })).toMatchObject([
    { eventName: 'Transfer', args: { from: ada, value: 7n } },
  ])
  const balanceOf = (owner: `0x${string}`) =>
    node.readContract({ ...usdc, functionName: 'balanceOf', args: [owner] })
  expect([await balanceOf(ada), await balanceOf(bob)]).toEqual([faucetUsdc - 2n, 7n])
})

test('error: more than the sender has is not transferred', async () => {
  const [, eve] = await node.getAddresses()
  if (!eve) throw new Error('The node has accounts')
  const transfer = { ...usdc, account: eve, functionName: 'transfer', args: [bob, 1n] } as const
  await expect(node.simulateContract(transfer)).rejects.toThrow('revert')
})

test('USDC of the local Solana chain is given, and added up', async () => {
  const ledger = new Ledger({ nowMs: () => 1_800_000_000_000 })
  const owner = 'Vote111111111111111111111111111111111111112'
  await addSolanaUsdc(ledger, owner, faucetUsdc)
  await addSolanaUsdc(ledger, owner, 5n)

  const tokens = ledger.svm.getProgramAccounts(address(tokenProgram))
  expect(tokens.map(readTokenAccount)).toContainEqual({
    mint: usdcAddresses.solana,
    owner,
    amount: faucetUsdc + 5n,
  })
  expect(tokens.map(readMint)).toContainEqual({ supply: 10n ** 15n, decimals: 6 })
})
