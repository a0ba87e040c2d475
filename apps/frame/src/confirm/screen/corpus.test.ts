import { requestWordsEn } from '@sallyport/contract/requests'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { readSubject } from '../read-subject.js'
import { present } from './present.js'

const words: Words = { copy: en, request: requestWordsEn, locale: 'en', direction: 'ltr' }
const origin = 'https://app.example'
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const most = 2n ** 256n - 1n
const hash = `0x${'ab'.repeat(32)}`
const { title, warning, step } = requestWordsEn
const said = requestWordsEn

/** What a request says: its title, what is to be found in it, the first warning, and whether the user has to agree to it. */
interface Said {
  title: string
  shows: readonly string[]
  warns?: string
  isStopped?: boolean
}

async function presented(chain: 'ethereum' | 'solana', method: string, params: unknown) {
  const { subject, wallet } = await readSubject(chain, { method, params })
  return present({ subject, wallet: wallet ?? ada }, { words, origin })
}

async function check(
  given: Awaited<ReturnType<typeof presented>>,
  { title: wanted, shows, warns, isStopped = false }: Said,
) {
  const { title: shown, amount, parts, cautions } = given
  const all = JSON.stringify([shown, amount, parts])

  expect(shown).toBe(wanted)
  for (const text of shows) expect(all).toContain(text)
  expect(cautions[0]?.text).toBe(warns)
  expect(cautions.some(({ isStop }) => isStop)).toBe(isStopped)
}

describe('calls of contracts, as viem encodes them', () => {
  const abi = parseAbi([
    'function transfer(address to, uint256 amount)',
    'function transferFrom(address from, address to, uint256 amount)',
    'function approve(address spender, uint256 amount)',
    'function setApprovalForAll(address operator, bool approved)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    'function upgradeTo(address code)',
    'function claim()',
  ])
  const encode = (functionName: string, ...args: unknown[]) =>
    // The names and arguments are those of `abi`.
    encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const approve2 = encodeFunctionData({
    abi: parseAbi(['function approve(address, address, uint160, uint48)']),
    args: [usdc, bob, 25n, 2 ** 40],
  })

  test.each<[string, { to?: Hex; data?: Hex; value?: bigint }, Said]>([
    [
      'a payment',
      { to: bob, value: 5n * 10n ** 17n },
      { title: title.send('ETH'), shows: [bob, '−0.5'] },
    ],
    [
      'a token transfer',
      { to: usdc, data: encode('transfer', bob, 25n) },
      { title: title.send('USDC'), shows: [bob, usdc, '−0.000025'] },
    ],
    [
      'a token moved',
      { to: usdc, data: encode('transferFrom', ada, bob, 25n) },
      { title: title.moveToken, shows: [ada, bob, usdc] },
    ],
    [
      'items moved',
      { to: usdc, data: encode('safeTransferFrom', ada, bob, 42n, 3n, '0x') },
      { title: title.moveItem, shows: [said.item('42'), '× 3', ada, bob, usdc] },
    ],
    [
      'a spender with a limit',
      { to: usdc, data: encode('approve', bob, 25n) },
      { title: title.approve('USDC'), shows: [bob, usdc, '0.000025'], warns: warning.approveToken },
    ],
    [
      'a spender without a limit',
      { to: usdc, data: encode('approve', bob, most) },
      {
        title: title.approve('USDC'),
        shows: [said.unlimited],
        warns: warning.unlimited,
        isStopped: true,
      },
    ],
    [
      'a spender by Permit2',
      { to: permit2, data: approve2 },
      { title: title.approve('USDC'), shows: [usdc, bob, '0.000025'], warns: warning.approveToken },
    ],
    [
      'a whole collection',
      { to: usdc, data: encode('setApprovalForAll', bob, true) },
      { title: title.approveAll, shows: [bob], warns: warning.approveAll, isStopped: true },
    ],
    [
      'new code of a contract',
      { to: usdc, data: encode('upgradeTo', bob) },
      { title: title.control.code, shows: [bob, usdc], warns: warning.control, isStopped: true },
    ],
    [
      'an unknown call',
      { to: usdc, data: encode('claim') },
      {
        ...{ title: title.call, shows: [usdc, encode('claim'), '0 ETH'] },
        ...{ warns: warning.blindCall, isStopped: true },
      },
    ],
  ])('%s', async (_, fields, said) => {
    const whole = {
      chainId: 1,
      nonce: 3,
      gas: 21_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
    }
    const params = [{ ...whole, ...fields }]

    await check(await presented('ethereum', 'eth_signTransaction', params), said)
  })
})

describe('typed data', () => {
  const of = (types: string) =>
    types.split(',').map((field) => {
      const [type = '', name = ''] = field.trim().split(' ')
      return { name, type }
    })
  const details = 'address token, uint160 amount, uint48 expiration, uint48 nonce'
  const permitted = 'address token, uint256 amount'
  const item =
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
  const domain = { name: 'Any', chainId: 1, verifyingContract: usdc }
  const data = (
    primaryType: string,
    types: Readonly<Record<string, string>>,
    message: Readonly<Record<string, unknown>>,
  ) => ({
    ...{ domain, primaryType, message },
    types: Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, of(fields)])),
  })
  const one = { token: usdc, amount: '25', expiration: 2_000_000_000, nonce: 0 }
  const nft = { token: usdc, identifierOrCriteria: '42', startAmount: '1', endAmount: '1' }

  test.each<[string, object, Said]>([
    [
      'EIP-2612',
      data(
        'Permit',
        {
          Permit: 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
        },
        { owner: ada, spender: bob, value: '25', nonce: 0, deadline: 2_000_000_000 },
      ),
      {
        title: title.approve('USDC'),
        shows: [bob, usdc, '0.000025 USDC'],
        warns: warning.permission,
      },
    ],
    [
      'DAI',
      data(
        'Permit',
        { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
        { holder: ada, spender: bob, nonce: 0, expiry: 0, allowed: true },
      ),
      {
        title: title.approve('USDC'),
        shows: [bob, said.unlimited, said.never],
        warns: warning.unlimited,
        isStopped: true,
      },
    ],
    [
      'Permit2, one token',
      data(
        'PermitSingle',
        {
          PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline',
          PermitDetails: details,
        },
        { details: one, spender: bob, sigDeadline: 2_000_000_000 },
      ),
      {
        title: title.approve('USDC'),
        shows: [bob, usdc, '0.000025 USDC'],
        warns: warning.permission,
      },
    ],
    [
      'Permit2, a batch with an unlimited one at its end',
      data(
        'PermitBatch',
        {
          PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline',
          PermitDetails: details,
        },
        {
          details: [one, { ...one, token: bob, amount: (2n ** 160n - 1n).toString() }],
          ...{ spender: bob, sigDeadline: 2_000_000_000 },
        },
      ),
      {
        title: title.permission,
        shows: [usdc, said.unlimited],
        warns: warning.unlimited,
        isStopped: true,
      },
    ],
    [
      'Permit2, a transfer',
      data(
        'PermitTransferFrom',
        {
          PermitTransferFrom:
            'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
          TokenPermissions: permitted,
        },
        {
          permitted: { token: usdc, amount: '25' },
          spender: bob,
          nonce: 0,
          deadline: 2_000_000_000,
        },
      ),
      {
        title: title.approve('USDC'),
        shows: [bob, usdc, '0.000025 USDC'],
        warns: warning.permission,
      },
    ],
    [
      'a Safe transaction that runs other code',
      data(
        'SafeTx',
        { SafeTx: 'address to, uint256 value, bytes data, uint8 operation, uint256 nonce' },
        { to: bob, value: '0', data: '0x', operation: 1, nonce: 0 },
      ),
      { title: title.execution, shows: [bob], warns: warning.execution, isStopped: true },
    ],
    [
      'a Safe transaction that pays a refund',
      data(
        'SafeTx',
        {
          SafeTx:
            'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
        },
        {
          ...{ to: bob, value: '0', data: '0x', operation: 0, safeTxGas: '0', baseGas: '1' },
          ...{ gasPrice: '1000000000000', gasToken: usdc, refundReceiver: permit2, nonce: 0 },
        },
      ),
      { title: title.execution, shows: [bob, permit2], warns: warning.execution, isStopped: true },
    ],
    [
      'a Seaport order that gives an item away',
      data(
        'OrderComponents',
        {
          OrderComponents:
            'address offerer, OfferItem[] offer, ConsiderationItem[] consideration, uint256 startTime, uint256 endTime',
          OfferItem: item,
          ConsiderationItem: `${item}, address recipient`,
        },
        {
          ...{ offerer: ada, startTime: 0, endTime: 2_000_000_000 },
          offer: [{ itemType: 2, ...nft }],
          consideration: [{ itemType: 2, ...nft, recipient: bob }],
        },
      ),
      {
        title: title.order,
        shows: [said.item('42'), said.gives],
        warns: warning.gift,
        isStopped: true,
      },
    ],
    [
      'of an unknown form',
      data('Mail', { Mail: 'address from, string text' }, { from: ada, text: 'Hello' }),
      { title: title.typedData, shows: ['Hello'], warns: warning.unknownData },
    ],
    ...(
      [
        ['CoinbaseSmartWalletMessage', 'bytes32 hash', { hash }],
        ['LightAccountMessage', 'bytes message', { message: hash }],
        ['SafeMessage', 'bytes message', { message: '0x1234' }],
        ['Proofs', 'bytes32[] hashes', { hashes: [hash, hash] }],
        ['Wrapped', 'Inner inner', { inner: { hash } }],
      ] as const
    ).map(([type, fields, message]): [string, object, Said] => [
      `${type}, which is a hash and nothing else`,
      data(type, { [type]: fields, Inner: 'bytes32 hash' }, message),
      { title: title.typedData, shows: [type], warns: warning.bytes, isStopped: true },
    ]),
    [
      'of a hash and what it is for',
      data('Vote', { Vote: 'bytes32 proposal, string choice' }, { proposal: hash, choice: 'Yes' }),
      { title: title.typedData, shows: ['Yes'], warns: warning.unknownData },
    ],
  ])('%s', async (_, typedData, said) => {
    await check(await presented('ethereum', 'eth_signTypedData_v4', [ada, typedData]), said)
  })
})

describe('logins', () => {
  const login = (domain: string, uri: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${ada}\n\nURI: ${uri}\nVersion: 1`

  test.each<[string, string, string | undefined]>([
    ['app.example', 'https://app.example/login', undefined],
    ['evil.example', 'https://evil.example', warning.wrongSite('evil.example', 'app.example')],
    ['app.example', 'https://evil.example', warning.wrongSite('evil.example', 'app.example')],
    [
      'app.example',
      'https://app.example@evil.example/',
      warning.wrongSite('https://app.example@evil.example/', 'app.example'),
    ],
  ])('SWE-15: at %s with URI %s', async (domain, uri, warns) => {
    await check(await presented('ethereum', 'personal_sign', [login(domain, uri), ada]), {
      ...{ title: title.login(domain), shows: [ada], isStopped: warns !== undefined },
      ...(warns === undefined ? {} : { warns }),
    })
  })
})

describe('transactions on Solana, as the official clients write them', () => {
  const [own, friend, mint, account, program] = ['2', '3', '4', '5', '6'].map((each) =>
    address(`${'1'.repeat(31)}${each}`),
  ) as [Address, Address, Address, Address, Address]
  const signer = createNoopSigner(own)
  const amounts = { amount: 25_000_000n, decimals: 6 }
  const wire = (...instructions: Instruction[]) =>
    pipe(
      createTransactionMessage({ version: 0 }),
      (it) => setTransactionMessageFeePayer(own, it),
      (it) =>
        setTransactionMessageLifetimeUsingBlockhash(
          // Any 32 bytes.
          { blockhash: '1'.repeat(32) as Blockhash, lastValidBlockHeight: 1n },
          it,
        ),
      (it) => appendTransactionMessageInstructions(instructions, it),
      (it) => Buffer.from(compileTransaction(it).messageBytes).toString('base64'),
    )
  const authority = (authorityType: token.AuthorityType) =>
    token.getSetAuthorityInstruction({
      ...{ owned: account, owner: signer, authorityType, newAuthority: friend },
    })
  const stake = (number: number, ...others: Address[]): Instruction => ({
    programAddress: address('Stake11111111111111111111111111111111111111'),
    accounts: [account, ...others].map((each) => ({ address: each, role: 1 })),
    data: Uint8Array.of(number, 0, 0, 0),
  })

  test.each<[string, Instruction[], Said]>([
    [
      'SOL',
      [
        system.getTransferSolInstruction({
          source: signer,
          destination: friend,
          amount: 10n ** 9n,
        }),
      ],
      { title: title.send('SOL'), shows: [friend, '−1'] },
    ],
    [
      'a token',
      [
        token.getTransferCheckedInstruction({
          ...{ source: account, mint, destination: friend, authority: signer, ...amounts },
        }),
      ],
      { title: title.sendTokens, shows: [friend, mint, '−25'] },
    ],
    [
      'a spender',
      [
        token.getApproveCheckedInstruction({
          ...{ source: account, mint, delegate: friend, owner: signer, ...amounts },
        }),
      ],
      {
        title: title.approveTokens,
        shows: ['25', friend],
        warns: warning.approveToken,
      },
    ],
    [
      'a token account given away',
      [authority(token.AuthorityType.AccountOwner)],
      {
        ...{ title: title.transaction, shows: [step.setAuthority.owner, account, friend] },
        ...{ warns: warning.authority, isStopped: true },
      },
    ],
    [
      'who may close a token account',
      [authority(token.AuthorityType.CloseAccount)],
      {
        ...{ title: title.transaction, shows: [step.setAuthority.close, friend] },
        ...{ warns: warning.authority, isStopped: true },
      },
    ],
    [
      'the wallet assigned to a program',
      [system.getAssignInstruction({ account: signer, programAddress: program })],
      {
        ...{ title: title.transaction, shows: [step.assign] },
        ...{ warns: warning.authority, isStopped: true },
      },
    ],
    [
      'an account closed, one opened, and a stake',
      [
        token.getCloseAccountInstruction({ account, destination: friend, owner: signer }),
        token.getCreateAssociatedTokenInstruction({
          payer: signer,
          ata: account,
          owner: friend,
          mint,
        }),
        stake(2, friend),
        stake(5),
      ],
      {
        title: title.transaction,
        shows: [
          step.closeTokenAccount,
          step.createTokenAccount,
          step.stake.delegate,
          step.stake.deactivate,
        ],
      },
    ],
    [
      'an unknown program',
      [{ programAddress: program, data: Uint8Array.of(1, 2) }],
      {
        ...{ title: title.transaction, shows: [step.unread, program, '0x0102'] },
        ...{ warns: warning.blindCall, isStopped: true },
      },
    ],
  ])('%s', async (_, instructions, said) => {
    const params = { message: wire(...instructions) }

    await check(await presented('solana', 'signMessage', params), said)
  })
})
