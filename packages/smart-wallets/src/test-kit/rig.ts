import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil, startSmartWallets } from '@sallyport/sandbox'
import { freePort } from '@sallyport/testing/free-port'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'

/** What the bundler and the paymaster answer, changed by a test. */
interface Answers {
  bundler: 'normal' | 'slow' | 'down'
  paymaster: 'normal' | 'refuse' | 'down'
}

/** A local chain with the contracts of smart wallets, a bundler (alto) and a paymaster. */
export async function startRig() {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-smart-'))
  await mkdir(join(folder, 'logs'))
  const [evm, port, bundlerPort] = await Promise.all([freePort(), freePort(), freePort()])
  const chain = await startAnvil({ folder, port: evm })
  const rpcUrl = `http://127.0.0.1:${evm}`
  const answers: Answers = { bundler: 'normal', paymaster: 'normal' }
  const rig = await startSmartWallets({
    port,
    bundlerPort,
    rpcUrl,
    folder,
    answers: { bundler: () => answers.bundler, paymaster: () => answers.paymaster },
  })
  const node = createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  // Reverts every call.
  const refusingContract = '0x00000000000000000000000000000000000000ff' as const
  await node.setCode({ address: refusingContract, bytecode: '0x60006000fd' })
  return {
    answers,
    node,
    refusingContract,
    network: {
      chainId: foundry.id,
      rpcUrl,
      bundlerUrl: `http://localhost:${port}/rpc`,
      paymasterUrl: `http://localhost:${port}/paymaster`,
    },
    async stop() {
      await rig.stop()
      await chain.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Rig = Awaited<ReturnType<typeof startRig>>
