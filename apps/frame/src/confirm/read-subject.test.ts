import { describe, expect, test } from 'vitest'
import { ethereumMethods } from '../rpc/ethereum.js'
import { solanaMethods } from '../rpc/solana.js'
import { ethereumReaders } from './read-ethereum.js'
import { solanaReaders } from './read-solana.js'
import { readSubject } from './read-subject.js'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0')

const ethereum = async (method: string, params: unknown) =>
  (await readSubject('ethereum', { method, params })).subject
const transaction = (fields: object) =>
  ethereum('eth_signTransaction', [
    {
      chainId: 1,
      nonce: 3,
      gas: 21_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
      ...fields,
    },
  ])

describe('readSubject', () => {
  test('every method the frame signs by has a reader, and no reader is without', () => {
    expect(Object.keys(ethereumReaders).sort()).toEqual(Object.keys(ethereumMethods).sort())
    expect(Object.keys(solanaReaders).sort()).toEqual(Object.keys(solanaMethods).sort())
  })

  test('SIG-07: text is text, hex of text is that text, other bytes are bytes', async () => {
    expect(await ethereum('personal_sign', ['hello', ada])).toMatchObject({
      kind: 'message',
      text: { text: 'hello' },
    })
    expect(await ethereum('personal_sign', ['0x68690a', ada])).toMatchObject({
      kind: 'message',
      text: { text: 'hi\n' },
    })
    expect(await ethereum('eth_sign', [ada, `0x${'9f'.repeat(32)}`])).toMatchObject({
      kind: 'bytes',
      length: 32,
      hex: { text: `0x${'9f'.repeat(32)}` },
    })
  })

  test('a bare digest is one', async () => {
    const digest = `0x${'00'.repeat(32)}`
    expect(await ethereum('secp256k1_sign', [digest])).toEqual({ kind: 'digest', hex: digest })
  })

  test('a login names its site', async () => {
    const login = `app.example:8080 wants you to sign in with your Ethereum account:\n${ada}`
    expect(await ethereum('personal_sign', [login, ada])).toMatchObject({
      login: { domain: 'app.example:8080' },
    })
  })

  test('a transaction: value, most of the fee, network', async () => {
    expect(await transaction({ to: bob, value: 5n })).toEqual({
      kind: 'ethereum-transaction',
      action: { kind: 'send', to: bob },
      valueWei: 5n,
      maxFeeWei: 210_000n,
      chainId: 1n,
      nonce: 3n,
      gasLimit: 21_000n,
      data: null,
      authorizations: [],
    })
  })

  test.each([
    [
      'transfer',
      `0xa9059cbb${word(bob)}${word('0x7')}`,
      { kind: 'send-token', to: bob, units: 7n },
    ],
    [
      'approve of everything',
      `0x095ea7b3${word(bob)}${'f'.repeat(64)}`,
      { kind: 'approve-token', spender: bob, units: 'unlimited' },
    ],
    [
      'setApprovalForAll',
      `0xa22cb465${word(bob)}${word('0x1')}`,
      { kind: 'approve-all', operator: bob },
    ],
    [
      'transferFrom',
      `0x23b872dd${word(ada)}${word(bob)}${word('0x9')}`,
      { kind: 'move-token', from: ada, to: bob, units: 9n },
    ],
    [
      'a transfer with more behind it',
      `0xa9059cbb${word(bob)}${word('0x7')}00`,
      { kind: 'send-token', to: bob, units: 7n },
    ],
    [
      'a transfer to a word of which older contracts read the end',
      `0xa9059cbb${'1'.repeat(64)}${word('0x7')}`,
      { kind: 'send-token', to: `0x${'1'.repeat(40)}`, units: 7n },
    ],
    ['anything else', '0xdeadbeef', { kind: 'call', selector: '0xdeadbeef' }],
  ])('a call is named by what contracts read in it: %s', async (_, data, action) => {
    expect(await transaction({ to: token, data })).toMatchObject({ action })
  })

  describe('operations of smart wallets', () => {
    const entryPoint06 = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'
    const entryPoint07 = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
    const transfer = `a9059cbb${word(bob)}${word('0x7')}`
    const callData = `0xb61d27f6${word(token)}${word('0x0')}${word('0x60')}${word('0x44')}${transfer.padEnd(192, '0')}`
    const common = {
      ...{ sender: ada, nonce: '0x2', initCode: '0x', preVerificationGas: '0x1' },
      ...{ paymasterAndData: '0x', callData },
    }
    const operation06 = {
      ...common,
      ...{ callGasLimit: '0x1', verificationGasLimit: '0x1' },
      ...{ maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x0' },
    }
    const half = (hex: string) => hex.padStart(32, '0')
    const operation07 = {
      ...common,
      accountGasLimits: `0x${half('1')}${half('1')}`,
      gasFees: `0x${half('0')}${half('5')}`,
    }
    const known = {
      kind: 'user-operation',
      sender: ada,
      chainId: 1n,
      nonce: 2n,
      maxFeeWei: 15n,
      calls: [{ action: { kind: 'send-token', token, units: 7n, to: bob }, valueWei: 0n }],
    }

    test.each([
      ['csw_signUserOperation', [operation06, entryPoint06, 1]],
      ['sallyport_signUserOperation', [operation06, entryPoint06, 1]],
      ['sallyport_signUserOperation', [operation07, entryPoint07, 1]],
    ])('%s shows the calls', async (method, params) => {
      expect(await ethereum(method, params)).toMatchObject(known)
    })

    test('an operation that a paymaster pays for costs nothing', async () => {
      const sponsored = { ...operation07, paymasterAndData: `0x${'0a'.repeat(52)}` }
      const params = [sponsored, entryPoint07, 1]
      expect(await ethereum('sallyport_signUserOperation', params)).toMatchObject({
        maxFeeWei: null,
      })
    })

    test('what it does not know is a hash', async () => {
      const unread = { ...operation07, callData: '0xdeadbeef' }
      const params = [unread, entryPoint07, 1]
      const shown = await ethereum('sallyport_signUserOperation', params)
      expect(shown).toEqual({ kind: 'digest', hex: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
      expect(await ethereum('csw_signUserOperation', [operation06, bob, 1])).toMatchObject({
        kind: 'digest',
      })
    })

    test.each([
      ['another entry point', [operation07, bob, 1]],
      ['an operation of the other version', [operation06, entryPoint07, 1]],
      ['a chain that is none', [operation07, entryPoint07, 0]],
      ['a hash', [`0x${'00'.repeat(32)}`]],
    ])('error: %s', async (_, params) => {
      await expect(ethereum('sallyport_signUserOperation', params)).rejects.toMatchObject({
        type: 'invalid_request_arguments',
      })
    })

    test('with the address zero as paymaster the account pays', async () => {
      const unpaid = { ...operation07, paymasterAndData: `0x${'00'.repeat(52)}` }
      const params = [unpaid, entryPoint07, 1]
      expect(await ethereum('sallyport_signUserOperation', params)).toMatchObject({
        maxFeeWei: expect.any(BigInt),
      })
    })

    test('an operation of entry point 0.8 is typed data; with other types or for another domain it stays data', async () => {
      const fields = [
        ...['sender address', 'nonce uint256', 'initCode bytes', 'callData bytes'],
        ...['accountGasLimits bytes32', 'preVerificationGas uint256', 'gasFees bytes32'],
        'paymasterAndData bytes',
      ].map((each) => ({ name: each.split(' ')[0], type: each.split(' ')[1] }))
      const { sender, initCode, accountGasLimits, gasFees } = operation07
      const message = {
        ...{ sender, initCode, callData, accountGasLimits, gasFees },
        ...{ nonce: '2', preVerificationGas: '1', paymasterAndData: '0x' },
      }
      const domain = { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: bob }
      const sign = (change: object, types: object = { PackedUserOperation: fields }) =>
        ethereum('eth_signTypedData_v4', [
          ada,
          JSON.stringify({ types, primaryType: 'PackedUserOperation', domain, message, ...change }),
        ])
      const { calls } = known
      expect(await sign({})).toMatchObject({
        ...{ kind: 'user-operation', calls, maxFeeWei: expect.any(BigInt) },
      })
      const sponsored = { ...message, paymasterAndData: `0x${'77'.repeat(52)}` }
      expect(await sign({ message: sponsored })).toMatchObject({ maxFeeWei: null })
      for (const other of [
        { domain: { ...domain, name: 'Other' } },
        { message: { ...message, callData: '0xdeadbeef' } },
      ])
        expect(await sign(other)).toMatchObject({ kind: 'typed-data' })
      const reversed = { PackedUserOperation: fields.toReversed() }
      expect(await sign({}, reversed)).toMatchObject({ kind: 'typed-data' })
    })

    test('a Safe’s operation is typed data; with other types or for another contract it stays data', async () => {
      const safeData = `0x541d63c8${callData.slice(10, 10 + 128)}${word('0x80')}${word('0x0')}${callData.slice(10 + 192)}`
      const fields = [
        ...['safe address', 'nonce uint256', 'initCode bytes', 'callData bytes'],
        ...['verificationGasLimit uint128', 'callGasLimit uint128', 'preVerificationGas uint256'],
        ...['maxPriorityFeePerGas uint128', 'maxFeePerGas uint128', 'paymasterAndData bytes'],
        ...['validAfter uint48', 'validUntil uint48', 'entryPoint address'],
      ].map((each) => ({ name: each.split(' ')[0], type: each.split(' ')[1] }))
      const domain = { chainId: 1, verifyingContract: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226' }
      const message = {
        ...{ safe: ada, nonce: '2', initCode: '0x', callData: safeData, paymasterAndData: '0x' },
        ...{ verificationGasLimit: '1', callGasLimit: '1', preVerificationGas: '1' },
        ...{ maxPriorityFeePerGas: '0', maxFeePerGas: '5', validAfter: 0, validUntil: 0 },
        entryPoint: entryPoint07,
      }
      const sign = (change: object, types: object = { SafeOp: fields }) =>
        ethereum('eth_signTypedData_v4', [
          ada,
          JSON.stringify({ types, primaryType: 'SafeOp', domain, message, ...change }),
        ])
      expect(await sign({})).toMatchObject(known)
      for (const other of [
        { domain: { ...domain, verifyingContract: bob } },
        { message: { ...message, entryPoint: bob } },
        { message: { ...message, callData: '0xdeadbeef' } },
      ])
        expect(await sign(other)).toMatchObject({ kind: 'typed-data' })
      expect(await sign({}, { SafeOp: fields.toReversed() })).toMatchObject({ kind: 'typed-data' })
    })
  })

  test('typed data: numbers in decimal, addresses whole, a permission picked out', async () => {
    const field = (name: string, type: string) => ({ name, type })
    const data = {
      domain: { name: 'USD Coin', chainId: '0x1', verifyingContract: token.toLowerCase() },
      primaryType: 'Permit',
      types: {
        Permit: [
          field('owner', 'address'),
          field('spender', 'address'),
          field('value', 'uint256'),
          field('nonce', 'uint256'),
          field('deadline', 'uint256'),
        ],
      },
      message: {
        owner: ada.toLowerCase(),
        spender: bob.toLowerCase(),
        value: '0x10',
        nonce: 0,
        deadline: 1_893_456_000,
      },
    }

    expect(await ethereum('eth_signTypedData_v4', [ada, JSON.stringify(data)])).toEqual({
      kind: 'typed-data',
      primaryType: 'Permit',
      domain: [
        { name: 'name', type: 'string', isMoney: false, content: 'USD Coin' },
        { name: 'chainId', type: 'uint256', isMoney: false, content: '1' },
        { name: 'verifyingContract', type: 'address', isMoney: false, content: token },
      ],
      chainId: 1n,
      namesContract: true,
      tree: [
        { name: 'owner', type: 'address', isMoney: false, content: ada },
        { name: 'spender', type: 'address', isMoney: true, content: bob },
        { name: 'value', type: 'uint256', isMoney: true, content: '16' },
        { name: 'nonce', type: 'uint256', isMoney: false, content: '0' },
        { name: 'deadline', type: 'uint256', isMoney: true, content: '1893456000' },
      ],
      hasUnknown: false,
      meanings: [
        {
          kind: 'allowance',
          spender: bob,
          amounts: [{ token, units: 16n, tokenId: null }],
          expires: 1_893_456_000n,
        },
      ],
      unsigned: [],
      isComplete: true,
    })
  })
})

/** A legacy message: one signer, then programs; every key is one byte repeated, but for the system program's zeros. */
function solanaMessage(...instructions: [program: number, accounts: number[], data: number[]][]) {
  const keys = [1, 2, 3, 0].flatMap((byte) => Array<number>(32).fill(byte))
  const parts = instructions.flatMap(([program, accounts, data]) => [
    program,
    accounts.length,
    ...accounts,
    data.length,
    ...data,
  ])
  return [1, 0, 1, 4, ...keys, ...Array<number>(32).fill(7), instructions.length, ...parts]
}
const solana = async (bytes: number[]) => {
  const message = Buffer.from(bytes).toString('base64')
  return (await readSubject('solana', { method: 'signMessage', params: { message } })).subject
}
const transfer = [2, 0, 0, 0, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0]
/** One table, of which one writable account is used: account number 4. */
const lookup = [1, ...Array<number>(32).fill(9), 1, 0, 0]

describe('Solana', () => {
  test('SIG-10: bytes of a transaction are read as one, instruction by instruction', async () => {
    const bytes = solanaMessage([3, [0, 1], transfer], [2, [0], [1, 2]], [3, [0], [4, 0, 0, 0]])

    expect(await solana(bytes)).toMatchObject({
      kind: 'solana-transaction',
      feePayer: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
      steps: [
        { kind: 'send-sol', lamports: 1_000_000_000n },
        { kind: 'unread', data: '0x0102' },
        { kind: 'durable-nonce' },
      ],
      maxFeeLamports: 5_000n,
      signers: 1,
      tables: [],
      hidesAccounts: false,
    })
  })

  test('version 0 with a table of accounts says that some are not in it', async () => {
    const bytes = [0x80, ...solanaMessage([2, [0, 4], [1]]), ...lookup]

    expect(await solana(bytes)).toMatchObject({
      kind: 'solana-transaction',
      tables: [expect.any(String)],
      hidesAccounts: false,
    })
  })

  test('error: T-37: a payment to a recipient in a table is refused', async () => {
    const bytes = [0x80, ...solanaMessage([3, [0, 4], transfer]), ...lookup]

    await expect(solana(bytes)).rejects.toMatchObject({ type: 'invalid_request_arguments' })
  })

  test.each([
    ['cut short', (bytes: number[]) => bytes.slice(0, -1)],
    ['with a byte more', (bytes: number[]) => [...bytes, 0]],
    ['of an unknown version', (bytes: number[]) => [0x81, ...bytes]],
  ])('error: a transaction %s is bytes that could not be read', async (_, change) => {
    expect((await solana(change(solanaMessage([3, [0, 1], transfer])))).kind).toBe('bytes')
  })

  test('text is a message', async () => {
    expect(await solana([...Buffer.from('Hello')])).toMatchObject({
      kind: 'message',
      text: { text: 'Hello' },
    })
  })
})
