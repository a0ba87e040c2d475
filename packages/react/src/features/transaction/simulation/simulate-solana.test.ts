import { present } from '@sallyport/contract/requests'
import { startSolana } from '@sallyport/sandbox'
import { freePort } from '@sallyport/testing/free-port'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enRequests } from '../../../copy/en-requests.js'
import { solanaSend } from '../../../test-kit/samples.js'
import { quoteSolana } from '../quote-solana.js'
import { warningsOf } from '../warnings.js'

const sol = 1_000_000_000n
const { cluster } = solanaSend
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
let chain: Awaited<ReturnType<typeof startSolana>>
let url = ''
let wallet: KeyPairSigner
let eve: KeyPairSigner
let mint: Address
/** Token accounts: 1,000 tokens of the wallet, and those of Eve. */
let own: Address
let hers: Address

const read = async (method: string, params: readonly unknown[]) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}

/** A transaction that the wallet pays for, in base64. */
async function wire(payer: KeyPairSigner, ...instructions: Instruction[]): Promise<string> {
  const { value: lifetime } = await createSolanaRpc(url).getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (it) => setTransactionMessageFeePayer(payer.address, it),
    (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
    (it) => appendTransactionMessageInstructions(instructions, it),
  )
  const signed = await partiallySignTransactionMessageWithSigners(message)
  return getBase64EncodedWireTransaction(signed)
}

const send = async (payer: KeyPairSigner, ...instructions: Instruction[]) =>
  read('sendTransaction', [await wire(payer, ...instructions), { encoding: 'base64' }])

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  chain = await startSolana({ ports: [port], nowMs: () => 1_800_000_000_000 })
  ;[wallet, eve] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
  for (const each of [wallet, eve]) {
    await createSolanaRpc(url)
      .requestAirdrop(each.address, lamports(5n * sol))
      .send()
  }
  const minter = await generateKeyPairSigner()
  mint = minter.address
  const of = async (owner: Address) =>
    (await token.findAssociatedTokenPda({ owner, tokenProgram, mint }))[0]
  ;[own, hers] = [await of(wallet.address), await of(eve.address)]
  const open = (ata: Address, owner: Address) =>
    token.getCreateAssociatedTokenInstruction({ payer: eve, ata, owner, mint })
  await send(
    eve,
    system.getCreateAccountInstruction({
      ...{ payer: eve, newAccount: minter, lamports: 2_000_000n, space: 82n },
      programAddress: tokenProgram,
    }),
    token.getInitializeMint2Instruction({ mint, decimals: 6, mintAuthority: eve.address }),
    open(own, wallet.address),
    open(hers, eve.address),
    token.getMintToInstruction({ mint, token: own, mintAuthority: eve, amount: 1_000_000_000n }),
  )
})
afterAll(() => chain.stop())

/** What the screen of a transaction knows. */
async function quote(...instructions: Instruction[]) {
  const transaction = await wire(wallet, ...instructions)
  return quoteSolana({ address: wallet.address, cluster, transaction }, { read })
}
const transfer = (amount: bigint, to = hers) =>
  token.getTransferCheckedInstruction({
    ...{ source: own, mint, destination: to, authority: wallet, amount, decimals: 6 },
  })
const pay = (amount: bigint) =>
  system.getTransferSolInstruction({ source: wallet, destination: eve.address, amount })

describe('T-38: what a simulation on the sandbox’s validator says', () => {
  test('a payment of SOL leaves the wallet, and nothing disagrees', async () => {
    const { simulation, fee, likelyFails } = await quote(pay(sol))

    expect([fee, likelyFails]).toEqual([5000n, false])
    expect(simulation).toEqual({
      changes: [{ token: null, item: null, units: -sol, symbol: 'SOL', decimals: 9 }],
      ...{ approvals: [], lost: [], disagreements: [] },
    })
  })

  test('an SPL token that is sent is shown with the decimals of its mint', async () => {
    const { simulation, draft } = await quote(transfer(25_000_000n))

    expect(draft?.action).toEqual({
      ...{ kind: 'send-token', token: mint, units: 25_000_000n, to: hers },
    })
    expect(simulation).toMatchObject({
      changes: [{ token: mint, units: -25_000_000n, decimals: 6 }],
      disagreements: [],
    })
  })

  test('a plain transfer, which names no mint, is compared by the mint of its account', async () => {
    const { simulation } = await quote(
      token.getTransferInstruction({
        ...{ source: own, destination: hers, authority: wallet, amount: 7n },
      }),
    )

    expect(simulation).toMatchObject({ changes: [{ token: mint, units: -7n }], disagreements: [] })
  })

  test('a new token account costs its rent, which does not disagree', async () => {
    const { address: owner } = await generateKeyPairSigner()
    const [ata] = await token.findAssociatedTokenPda({ owner, tokenProgram, mint })
    const { simulation } = await quote(
      token.getCreateAssociatedTokenInstruction({ payer: wallet, ata, owner, mint }),
      transfer(1n, ata),
    )

    expect(simulation?.changes.map(({ token: of }) => of)).toEqual([null, mint])
    expect(simulation?.disagreements).toEqual([])
  })

  test('a spender is said, and one that was read does not disagree', async () => {
    const { simulation } = await quote(
      token.getApproveInstruction({
        source: own,
        delegate: eve.address,
        owner: wallet,
        amount: 9n,
      }),
    )

    expect(simulation).toMatchObject({
      approvals: [{ token: own, party: eve.address }],
      disagreements: [],
    })
  })

  test('a token account that is given away is lost, as the request says, with tokens whose amount it does not say', async () => {
    const { simulation, draft } = await quote(
      token.getSetAuthorityInstruction({
        ...{ owned: own, owner: wallet, newAuthority: eve.address },
        authorityType: token.AuthorityType.AccountOwner,
      }),
    )
    const cautions = draft && present(draft.subject, given).cautions

    expect(simulation).toMatchObject({ lost: [own], disagreements: ['leaves'] })
    expect(cautions?.map(({ id }) => id)).toEqual(['authority'])
  })

  const given = { words: enRequests.sign, locale: 'en', wallet: null, host: '' }
})

describe('a transaction that does more than the wallet can read', () => {
  /** Reads as the node, but the programs are others: what the wallet can't read, the node executes all the same. */
  const asUnread = async (...instructions: Instruction[]) => {
    const transaction = await wire(wallet, ...instructions)
    const [real] = instructions
    if (!real) throw new Error('No instruction')
    // The same transaction with a program of another address, whose bytes the node is given as they are.
    const disguised = await wire(
      wallet,
      ...instructions.map((each) => ({ ...each, programAddress: other.address })),
    )
    return quoteSolana(
      { address: wallet.address, cluster, transaction: disguised },
      {
        read: (method, [first, ...rest]) =>
          read(method, [first === disguised ? transaction : first, ...rest]),
      },
    )
  }
  let other: KeyPairSigner
  beforeAll(async () => {
    other = await generateKeyPairSigner()
  })

  test('takes tokens and SOL: the warning comes first and says how much', async () => {
    const found = await asUnread(pay(sol), transfer(1_000_000_000n))
    const { simulation, draft } = found
    const warnings = warningsOf(draft as NonNullable<typeof draft>, {
      ...{ cautions: [], quote: found, signsOnly: false, copy: enRequests, locale: 'en' },
    })

    expect(simulation?.disagreements).toEqual(['leaves'])
    expect(warnings).toContainEqual({
      tone: 'danger',
      title: enRequests.send.disagreesTitle,
      text: expect.stringMatching(/−1 SOL.*−1,000 /),
      isStop: true,
    })
  })

  test('allows a spender', async () => {
    const { simulation } = await asUnread(
      token.getApproveInstruction({
        source: own,
        delegate: eve.address,
        owner: wallet,
        amount: 9n,
      }),
    )

    expect(simulation?.disagreements).toEqual(['approval'])
  })

  test('gives a token account away', async () => {
    const { simulation } = await asUnread(
      token.getSetAuthorityInstruction({
        ...{ owned: own, owner: wallet, newAuthority: eve.address },
        authorityType: token.AuthorityType.AccountOwner,
      }),
    )

    expect(simulation?.disagreements).toEqual(['leaves', 'control'])
  })

  test('assigns the wallet itself to a program', async () => {
    const { simulation } = await asUnread(
      system.getAssignInstruction({ account: wallet, programAddress: tokenProgram }),
    )

    expect(simulation?.disagreements).toEqual(['control'])
  })
})

describe('T-37: accounts in a look-up table of the validator', () => {
  const table = address('7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj')
  /** A table with Eve's addresses: type, last slot, no authority, 56 bytes in all; then the addresses. */
  beforeAll(() => {
    const { encode } = getAddressEncoder()
    const head = [1, 0, 0, 0, ...Array(8).fill(255), ...Array(44).fill(0)]
    chain.ledger.svm.setAccount({
      ...{ address: table, executable: false, lamports: lamports(sol), space: 120n },
      data: Uint8Array.from([...head, ...encode(eve.address), ...encode(hers)]),
      programAddress: address('AddressLookupTab1e1111111111111111111111111'),
    })
  })
  const quoteFromTable = async (instruction: Instruction) => {
    const { value: lifetime } = await createSolanaRpc(url).getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (it) => setTransactionMessageFeePayer(wallet.address, it),
      (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
      (it) => appendTransactionMessageInstructions([instruction], it),
      (it) =>
        compressTransactionMessageUsingAddressLookupTables(it, { [table]: [eve.address, hers] }),
    )
    const signed = await partiallySignTransactionMessageWithSigners(message)
    const transaction = getBase64EncodedWireTransaction(signed)
    return quoteSolana({ address: wallet.address, cluster, transaction }, { read })
  }

  test('a recipient of SOL is shown, and the simulation agrees', async () => {
    const { draft, simulation } = await quoteFromTable(pay(sol))

    expect(draft).toMatchObject({
      hidesAccounts: false,
      action: { kind: 'send', to: eve.address },
    })
    expect(simulation).toMatchObject({ changes: [{ units: -sol }], disagreements: [] })
  })

  test('a recipient of tokens is shown, and the simulation agrees', async () => {
    const { draft, simulation } = await quoteFromTable(transfer(25_000_000n))

    expect(draft).toMatchObject({
      hidesAccounts: false,
      action: { kind: 'send-token', token: mint, to: hers },
    })
    expect(simulation).toMatchObject({
      changes: [{ token: mint, units: -25_000_000n }],
      disagreements: [],
    })
  })
})

describe('without a simulation', () => {
  test('error: a transaction that fails is said to, and shows no changes', async () => {
    const { simulation, likelyFails } = await quote(transfer(2_000_000_000n))

    expect([simulation, likelyFails]).toEqual([null, true])
  })

  test('error: a node without the accounts after it changes nothing', async () => {
    const transaction = await wire(wallet, pay(sol))
    const { simulation, fee } = await quoteSolana(
      { address: wallet.address, cluster, transaction },
      {
        read: async (method, params) =>
          method === 'simulateTransaction'
            ? { value: { err: null, accounts: null } }
            : read(method, params),
      },
    )

    expect([simulation, fee]).toEqual([null, 5000n])
  })
})
