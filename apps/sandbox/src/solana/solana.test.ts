import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountRole,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  type Rpc,
  type RpcSubscriptions,
  SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type SolanaRpcApi,
  type SolanaRpcSubscriptionsApi,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ledger } from './ledger.js'
import { loadLedger, saveLedger } from './ledger-file.js'
import { createSolanaServer } from './rpc-server.js'

const ledger = new Ledger({ nowMs: () => 1_800_000_000_000 })
const server = createSolanaServer(ledger)
let rpc: Rpc<SolanaRpcApi>
let rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  rpc = createSolanaRpc(url)
  rpcSubscriptions = createSolanaRpcSubscriptions(`ws://127.0.0.1:${port}`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function funded(): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner()
  await rpc.requestAirdrop(signer.address, lamports(5_000_000_000n)).send()
  return signer
}

function transferOf(from: KeyPairSigner, to: KeyPairSigner, amount: bigint): Instruction {
  const data = new Uint8Array(12)
  data[0] = 2 // SystemInstruction::Transfer
  new DataView(data.buffer).setBigUint64(4, amount, true)
  return {
    programAddress: '11111111111111111111111111111111' as Instruction['programAddress'],
    accounts: [
      { address: from.address, role: AccountRole.WRITABLE_SIGNER, signer: from } as never,
      { address: to.address, role: AccountRole.WRITABLE },
    ],
    data,
  }
}

async function signedTransfer(from: KeyPairSigner, amount: bigint) {
  const to = await generateKeyPairSigner()
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  const signed = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(from, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstruction(transferOf(from, to, amount), message),
    ),
  )
  assertIsTransactionWithBlockhashLifetime(signed)
  const wire = getBase64EncodedWireTransaction(signed)
  return { signed, wire, to: to.address, signature: getSignatureFromTransaction(signed) }
}

describe('the local Solana chain', () => {
  test('confirms an airdrop over the websocket', async () => {
    const signer = await generateKeyPairSigner()

    await airdropFactory({ rpc, rpcSubscriptions } as never)({
      recipientAddress: signer.address,
      lamports: lamports(5_000_000_000n),
      commitment: 'confirmed',
    })

    expect((await rpc.getBalance(signer.address).send()).value).toBe(5_000_000_000n)
  })

  test('confirms a transfer over the websocket', async () => {
    const from = await funded()
    const { signed, to } = await signedTransfer(from, 1_000_000n)

    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never)(signed as never, {
      commitment: 'confirmed',
    })

    expect((await rpc.getBalance(to).send()).value).toBe(1_000_000n)
    expect((await rpc.getBalance(from.address).send()).value).toBe(4_998_995_000n)
  })

  test('returns a sent transfer to a client that polls', async () => {
    const { wire, signature, to } = await signedTransfer(await funded(), 2_000_000n)

    const sent = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()

    expect(sent).toBe(signature)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    const found = await rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(found?.meta?.fee).toBe(5000n)
    expect(found?.blockTime).toBe(1_800_000_000n)
    const listed = await rpc.getSignaturesForAddress(to).send()
    expect(listed.map((one) => one.signature)).toEqual([signature])
  })

  test('simulates without changing anything', async () => {
    const { wire, to } = await signedTransfer(await funded(), 3_000_000n)

    const { value } = await rpc
      .simulateTransaction(wire, { encoding: 'base64', sigVerify: true })
      .send()

    expect(value.err).toBeNull()
    expect(value.unitsConsumed).toBe(150n)
    expect((await rpc.getBalance(to).send()).value).toBe(0n)
  })

  test('error: refuses to send more than the balance, and reports the balance', async () => {
    const { wire } = await signedTransfer(await funded(), 900_000_000_000n)

    const failure = await rpc
      .sendTransaction(wire, { encoding: 'base64' })
      .send()
      .catch((error) => error)

    expect(
      isSolanaError(
        failure,
        SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
      ),
    ).toBe(true)
    expect(failure.context.logs.join('\n')).toContain(
      'insufficient lamports 4999995000, need 900000000000',
    )
  })

  test('error: refuses the same transaction the second time', async () => {
    const { wire } = await signedTransfer(await funded(), 4_000_000n)
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()

    const failure = await rpc
      .sendTransaction(wire, { encoding: 'base64' })
      .send()
      .catch((error) => error)

    expect(isSolanaError(failure.cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(
      true,
    )
  })

  test('accepts a blockhash for 150 blocks', async () => {
    const { wire } = await signedTransfer(await funded(), 5_000_000n)
    for (let block = 0; block < 150; block += 1) ledger.tick()

    await expect(rpc.sendTransaction(wire, { encoding: 'base64' }).send()).resolves.toBeTypeOf(
      'string',
    )
  })

  test('error: refuses a blockhash after 150 blocks', async () => {
    const { wire } = await signedTransfer(await funded(), 5_000_000n)
    for (let block = 0; block < 151; block += 1) ledger.tick()

    const failure = await rpc
      .sendTransaction(wire, { encoding: 'base64' })
      .send()
      .catch((error) => error)

    expect(isSolanaError(failure.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(
      true,
    )
  })

  test('error: ends the wait for a transaction whose blockhash expired', async () => {
    const { signed } = await signedTransfer(await funded(), 6_000_000n)
    ledger.expireBlockhashes()
    for (let block = 0; block < 150; block += 1) ledger.tick()

    const failure = await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never)(
      signed as never,
      { commitment: 'confirmed', skipPreflight: true },
    ).catch((error) => error)

    expect(isSolanaError(failure, SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED)).toBe(true)
  })

  test('error: refuses a wrong signature', async () => {
    const { wire } = await signedTransfer(await funded(), 7_000_000n)
    const bytes = Buffer.from(wire, 'base64')
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10)

    const reply = await call('sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }])

    expect(reply.error).toMatchObject({ code: -32003 })
  })

  test('error: answers an unknown method, address and text with the codes of JSON-RPC', async () => {
    expect((await call('nope', [])).error).toMatchObject({ code: -32601 })
    expect((await call('getBalance', ['nope'])).error).toMatchObject({ code: -32602 })
    expect((await post('{')).error).toMatchObject({ code: -32700 })
  })

  test('accepts calls of any page', async () => {
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:1' },
    })

    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('restores its state after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    const { wire, signature, to } = await signedTransfer(await funded(), 8_000_000n)
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()

    saveLedger(folder, ledger.state())
    const again = new Ledger({ nowMs: () => 1_800_000_000_000, saved: loadLedger(folder) })
    rmSync(folder, { recursive: true })

    expect(again.svm.getBalance(to)).toBe(8_000_000n)
    expect(again.history.get(signature)?.err).toBeNull()
    expect(again.isBlockhashValid(ledger.latestBlockhash().blockhash)).toBe(true)
    expect(again.slot).toBe(ledger.slot + 1n)
    expect(ledger.isBlockhashValid(again.latestBlockhash().blockhash)).toBe(false)
  })
})

async function call(method: string, params: unknown[]) {
  return post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
}

async function post(body: string) {
  const response = await fetch(url, { method: 'POST', body })
  return response.json()
}
