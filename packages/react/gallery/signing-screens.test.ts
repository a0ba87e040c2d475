// @vitest-environment happy-dom

import type { ConfirmRequest } from '@sallyport/core'
import { drawConfirmation } from '@sallyport/frame/confirmation'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { enRequests } from '../src/copy/en-requests.js'
import { refuse } from '../src/test-kit/answers.js'
import { job, settle, setup } from '../src/test-kit/mount-screen.js'
import { safeCall } from '../src/test-kit/safe-call.js'
import {
  anvil,
  digest,
  friend,
  loginTo,
  mail,
  order,
  permit,
  samplePageHost,
  sign,
  solanaPrograms,
  solanaSend,
  transfer,
  usdc,
} from '../src/test-kit/samples.js'
import {
  authorization,
  fakePermit,
  lookAlike,
  ownAddress,
  solanaAuthority,
  stranger,
} from '../src/test-kit/samples-control.js'

/* The same bytes are shown by the modal and by the wallet frame: facts and warnings have to be the same. */

afterEach(cleanup)

type FrameRequest = { chain: 'ethereum' | 'solana'; method: string; params: unknown }

/** What a screen says, by its elements; addresses without the case of their letters, which is a checksum that the page cannot make. */
interface Said {
  title: string
  amount: string
  facts: readonly string[]
  content: readonly string[]
  warnings: readonly string[]
  isStopped: boolean
  isFree: boolean
}

const { sign: words, send } = enRequests
/** Rows and words that only the modal has, since it asks the app's node. */
const ofNode: readonly string[] = [
  ...[words.fee, send.total, send.balance, send.changesTitle],
  send.balanceOf('USDC'),
]
const fromNode: readonly string[] = [send.notPrepared]

function saidBy(root: ParentNode): Said {
  const texts = (selector: string) =>
    Array.from(root.querySelectorAll(selector), ({ textContent }) => plain(textContent))
  const facts = Array.from(root.querySelectorAll('.fact'), (fact) => {
    return [fact.querySelector('dt'), fact.querySelector('dd')]
      .map((it) => plain(it?.textContent))
      .join(': ')
  })
  return {
    title: texts('h1, h2')[0] ?? '',
    amount: texts('.amount')[0] ?? '',
    facts: facts
      .filter((fact) => !ofNode.some((label) => fact.startsWith(`${plain(label)}: `)))
      .sort(),
    content: texts('.well').sort(),
    warnings: texts('.notice p').filter((text) => !fromNode.some((each) => plain(each) === text)),
    isStopped: root.querySelector('input[type=checkbox]') !== null,
    isFree: texts('.free').length > 0,
  }
}

const plain = (text: string | null | undefined) =>
  (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()

const screens = {
  sign: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  send: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  solana: 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
} as const

/** No node answers, as the frame asks none. */
const silent = {
  node: {
    eth_simulateV1: refuse(-32601),
    eth_call: refuse(3),
    eth_getBalance: refuse(3),
    simulateTransaction: refuse(3),
    getBalance: refuse(3),
    getFeeForMessage: refuse(3),
  },
}

async function modalSays(name: keyof typeof screens, request: ConfirmRequest): Promise<Said> {
  await setup(screens[name], { job: job(request) }, silent)
  const button = await screen.findByRole('button', {
    name: new RegExp(`^(${words.approve}|${words.sign})`),
  })
  // Until the node has refused.
  if (name !== 'sign') await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
  await settle()
  expect(button).toBeTruthy()
  return saidBy(document)
}

async function frameSays({ chain, method, params }: FrameRequest, wallet: string): Promise<Said> {
  const origin = `https://${samplePageHost}`
  return saidBy(await drawConfirmation({ chain, request: { method, params }, wallet, origin }))
}

/** An Ethereum transaction as both are asked about it. */
const quantities = { nonce: '0x3', gas: '0x5208', maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x1' }
const ethereum = (fields: { to?: Hex; data?: Hex; value?: Hex }, chainId = 1) =>
  [
    'send',
    { ...transfer, chain: { ...anvil, id: chainId }, transaction: { ...quantities, ...fields } },
    {
      chain: 'ethereum',
      method: 'eth_signTransaction',
      params: [{ ...quantities, chainId, from: ownAddress, ...fields }],
    },
  ] as const
const message = (text: string) =>
  [
    'sign',
    sign(text),
    { chain: 'ethereum', method: 'personal_sign', params: [text, ownAddress] },
  ] as const
const typed = (request: ConfirmRequest) => {
  if (request.kind !== 'sign-typed-data') throw new Error('Typed data was asked for')
  return [
    'sign',
    request,
    {
      chain: 'ethereum',
      method: 'eth_signTypedData_v4',
      params: [request.address, request.typedData],
    },
  ] as const
}
const solana = (request: ConfirmRequest) => {
  if (!('cluster' in request)) throw new Error('A Solana transaction was asked for')
  const wire = Uint8Array.from(atob(request.transaction), (sign) => sign.charCodeAt(0))
  const params = { message: btoa(String.fromCharCode(...wire.subarray(65))) }
  const asked = { ...request, cluster: { name: 'mainnet-beta' } } as ConfirmRequest
  return ['solana', asked, { chain: 'solana', method: 'signMessage', params }] as const
}

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function upgradeTo(address code)',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  'function multiSend(bytes)',
])
const call = (functionName: string, ...args: unknown[]) =>
  // Names and arguments are those of `abi`.
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
const most = 2n ** 256n - 1n
const token = usdc as Hex
const bob = friend as Hex
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const permit2Data: ConfirmRequest = {
  kind: 'sign-typed-data',
  address: ownAddress,
  typedData: {
    domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
    primaryType: 'PermitSingle',
    types: {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    message: {
      details: { token: usdc, amount: '25000000', expiration: '1893456000', nonce: '0' },
      spender: friend,
      sigDeadline: '1893456000',
    },
  },
}

const cases: readonly (readonly [
  string,
  readonly [keyof typeof screens, ConfirmRequest, FrameRequest],
])[] = [
  ['a transfer of coins', ethereum({ to: bob, value: toHex(5n * 10n ** 17n) })],
  [
    'a transfer to an address that looks like the user’s own',
    ethereum({ to: lookAlike.toLowerCase() as Hex, value: '0x1' }),
  ],
  [
    'a transfer of a listed token',
    ethereum({ to: token, data: call('transfer', bob, 25_000_000n) }),
  ],
  [
    'a transfer of another token',
    ethereum({ to: stranger, data: call('transfer', bob, 25_000_000n) }),
  ],
  ['a token moved', ethereum({ to: token, data: call('transferFrom', ownAddress, bob, 25n) })],
  ['an approval', ethereum({ to: token, data: call('approve', bob, 25_000_000n) })],
  ['an unlimited approval', ethereum({ to: token, data: call('approve', bob, most) })],
  ['an approval of another token', ethereum({ to: stranger, data: call('approve', bob, 25n) })],
  ['the end of an approval', ethereum({ to: token, data: call('approve', bob, 0n) })],
  [
    'control of a collection',
    ethereum({ to: stranger, data: call('setApprovalForAll', bob, true) }),
  ],
  [
    'an item of a collection',
    ethereum({ to: stranger, data: call('safeTransferFrom', ownAddress, bob, 42n) }),
  ],
  ['the code of a contract', ethereum({ to: stranger, data: call('upgradeTo', bob) })],
  [
    'a swap',
    ethereum({
      to: stranger,
      data: call('swapExactTokensForTokens', 25n, 24n, [usdc, stranger], ownAddress, 1n),
    }),
  ],
  ['several calls at once', ethereum({ to: stranger, data: call('multiSend', '0x00') })],
  ['an unknown call with coins', ethereum({ to: stranger, data: '0xdeadbeef', value: '0x5' })],
  ['a new contract', ethereum({ data: '0x6080604052' })],
  ['an unknown network', ethereum({ to: bob, value: '0x1' }, 987)],
  ['a permit', typed(permit)],
  ['a permit of a contract with a borrowed name', typed(fakePermit)],
  ['Permit2', typed(permit2Data)],
  ['an order', typed(order)],
  ['a call of a Safe', typed(safeCall)],
  ['data of an unknown form', typed(mail)],
  [
    'hostile names',
    typed({
      ...mail,
      typedData: {
        ...mail.typedData,
        domain: {
          name: 'раypal\u202egnp.exe',
          version: '1',
          chainId: 1,
          verifyingContract: stranger,
        },
        primaryType: 'Mail',
        types: { Mail: [{ name: 'contents', type: 'string' }] },
        message: { contents: `a\u202eb${' '.repeat(200)}c` },
      },
    }),
  ],
  [
    'a delegation',
    [
      'sign',
      authorization,
      {
        chain: 'ethereum',
        method: 'eth_sign7702Authorization',
        params: [{ contract: usdc, chainId: anvil.id, nonce: 7 }],
      },
    ],
  ],
  [
    'a bare digest',
    [
      'sign',
      digest,
      {
        chain: 'ethereum',
        method: 'secp256k1_sign',
        params: [digest.kind === 'sign-digest' ? digest.digest : ''],
      },
    ],
  ],
  ['a text', message('Hello')],
  [
    'a text that hides its end',
    message(`Welcome!${'\n'.repeat(200)}Pay eve${' '.repeat(300)}everything`),
  ],
  ['a text with invisible characters', message('Pay \u202e000,1\u202c to me.')],
  ['hex under the name of a text', message('ab'.repeat(32))],
  ['bytes', message(`0x${'a1b2c3d4e5f60718'.repeat(8)}`)],
  [
    'a login',
    message(
      loginTo(samplePageHost).kind === 'sign-message' ? messageOf(loginTo(samplePageHost)) : '',
    ),
  ],
  ['a login elsewhere', message(messageOf(loginTo('harb0ur.example', friend)))],
  ['SOL', solana(solanaSend)],
  ['an unknown program', solana(solanaPrograms)],
  ['a token account given away, and a stake', solana(solanaAuthority)],
]

function messageOf(request: ConfirmRequest): string {
  if (request.kind !== 'sign-message') throw new Error('A message was asked for')
  return request.message
}

describe('the modal and the frame say the same', () => {
  test.each(cases)('about %s', async (_, [name, request, asked]) => {
    const modal = await modalSays(name, request)
    const frame = await frameSays(asked, request.address)

    expect(modal).toEqual(frame)
    expect(frame.title).not.toBe('')
    expect(frame.facts.length).toBeGreaterThan(0)
  })
})
