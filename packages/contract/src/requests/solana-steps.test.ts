import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  getAddressEncoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import type { SolanaStep } from './reading.js'
import { givesAuthority, readSolana, solanaPrograms } from './solana-steps.js'

const at = (digit: string): Address => address(`${digit}`.repeat(32))
/** Any addresses. */
const [ada, bob, mint, account, vote] = ['2', '3', '4', '5', '6'].map((each) =>
  address(`${'1'.repeat(31)}${each}`),
) as [Address, Address, Address, Address, Address]
const signer = createNoopSigner(ada)
const amount = 25_000_000n
const plain = { units: amount, mint: null, decimals: null }
const checked = { units: amount, mint, decimals: 6 }

/** The message of a transaction of one instruction, as @solana/kit writes it. */
function messageWith(instruction: Instruction): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (it) => setTransactionMessageFeePayer(ada, it),
    (it) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: at('1') as string as Blockhash, lastValidBlockHeight: 1n },
        it,
      ),
    (it) => appendTransactionMessageInstruction(instruction, it),
  )
  return new Uint8Array(
    getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)),
  )
}

const stepOf = (instruction: Instruction) => readSolana(messageWith(instruction))?.steps[0]

/** An instruction of the stake program, which has no client here: its number and fields, little-endian. */
function stake(number: number, fields: Uint8Array[], ...others: Address[]): Instruction {
  const data = Uint8Array.from([number, 0, 0, 0, ...fields.flatMap((each) => [...each])])
  const accounts = [account, ...others].map((each) => ({ address: each, role: 1 }))
  return { programAddress: address(solanaPrograms.stake), accounts, data }
}
const bytesOf = (key: Address) => new Uint8Array(getAddressEncoder().encode(key))
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)

const { AuthorityType } = token
const authority = (authorityType: token.AuthorityType, newAuthority: Address | null) =>
  token.getSetAuthorityInstruction({ owned: account, owner: signer, authorityType, newAuthority })

describe('instructions that the official clients write', () => {
  test.each<[string, Instruction, SolanaStep]>([
    [
      'system: transfer',
      system.getTransferSolInstruction({ source: signer, destination: bob, amount }),
      { kind: 'send-sol', from: ada, to: bob, lamports: amount },
    ],
    [
      'system: create account',
      system.getCreateAccountInstruction({
        ...{ payer: signer, newAccount: createNoopSigner(account), lamports: 5n, space: 165n },
        programAddress: address(solanaPrograms.token),
      }),
      { kind: 'create-account', from: ada, account, lamports: 5n, owner: solanaPrograms.token },
    ],
    [
      'system: create account with seed',
      system.getCreateAccountWithSeedInstruction({
        ...{ payer: signer, newAccount: account, base: ada, baseAccount: signer, seed: 'stake:0' },
        ...{ amount: 5n, space: 200n, programAddress: address(solanaPrograms.stake) },
      }),
      { kind: 'create-account', from: ada, account, lamports: 5n, owner: solanaPrograms.stake },
    ],
    [
      'system: assign',
      system.getAssignInstruction({ account: signer, programAddress: bob }),
      { kind: 'assign', account: ada },
    ],
    [
      'system: advance a nonce',
      system.getAdvanceNonceAccountInstruction({ nonceAccount: account, nonceAuthority: signer }),
      { kind: 'durable-nonce', account },
    ],
    [
      'token: transfer',
      token.getTransferInstruction({
        source: account,
        destination: bob,
        authority: signer,
        amount,
      }),
      { kind: 'send-token', from: account, to: bob, amount: plain },
    ],
    [
      'token: checked transfer',
      token.getTransferCheckedInstruction({
        ...{ source: account, mint, destination: bob, authority: signer, amount, decimals: 6 },
      }),
      { kind: 'send-token', from: account, to: bob, amount: checked },
    ],
    [
      'token: approve',
      token.getApproveInstruction({ source: account, delegate: bob, owner: signer, amount }),
      { kind: 'approve-token', account, delegate: bob, amount: plain },
    ],
    [
      'token: checked approve',
      token.getApproveCheckedInstruction({
        ...{ source: account, mint, delegate: bob, owner: signer, amount, decimals: 6 },
      }),
      { kind: 'approve-token', account, delegate: bob, amount: checked },
    ],
    [
      'token: revoke',
      token.getRevokeInstruction({ source: account, owner: signer }),
      { kind: 'end-approval', account },
    ],
    [
      'token: burn',
      token.getBurnInstruction({ account, mint, authority: signer, amount }),
      { kind: 'burn-token', account, amount: { ...plain, mint } },
    ],
    [
      'token: checked burn',
      token.getBurnCheckedInstruction({ account, mint, authority: signer, amount, decimals: 6 }),
      { kind: 'burn-token', account, amount: checked },
    ],
    [
      'token: mint',
      token.getMintToInstruction({ mint, token: bob, mintAuthority: signer, amount }),
      { kind: 'mint-token', to: bob, amount: { ...plain, mint } },
    ],
    [
      'token: checked mint',
      token.getMintToCheckedInstruction({
        ...{ mint, token: bob, mintAuthority: signer, amount, decimals: 6 },
      }),
      { kind: 'mint-token', to: bob, amount: checked },
    ],
    [
      'token: close an account',
      token.getCloseAccountInstruction({ account, destination: bob, owner: signer }),
      { kind: 'close-token-account', account, to: bob },
    ],
    [
      'token: a new owner',
      authority(AuthorityType.AccountOwner, bob),
      { kind: 'set-authority', account, right: 'owner', to: bob },
    ],
    [
      'token: who may close',
      authority(AuthorityType.CloseAccount, bob),
      { kind: 'set-authority', account, right: 'close', to: bob },
    ],
    [
      'token: who may mint',
      authority(AuthorityType.MintTokens, bob),
      { kind: 'set-authority', account, right: 'mint', to: bob },
    ],
    [
      'token: freezing given up',
      authority(AuthorityType.FreezeAccount, null),
      { kind: 'set-authority', account, right: 'freeze', to: null },
    ],
    [
      'token: an account for a wallet',
      token.getCreateAssociatedTokenInstruction({ payer: signer, ata: account, owner: bob, mint }),
      { kind: 'create-token-account', owner: bob, mint },
    ],
    [
      'stake: initialize, whose staker and withdrawer differ',
      stake(0, [bytesOf(ada), bytesOf(bob), new Uint8Array(48)]),
      { kind: 'stake', act: 'initialize', account, party: bob },
    ],
    [
      'stake: authorize',
      stake(1, [bytesOf(bob), Uint8Array.of(1, 0, 0, 0)]),
      { kind: 'stake', act: 'authorize', account, party: bob },
    ],
    [
      'stake: delegate',
      stake(2, [], vote),
      { kind: 'stake', act: 'delegate', account, party: vote },
    ],
    [
      'stake: split',
      stake(3, [u64(amount)], bob),
      { kind: 'stake', act: 'split', account, party: bob, lamports: amount },
    ],
    [
      'stake: withdraw',
      stake(4, [u64(amount)], bob),
      { kind: 'stake', act: 'withdraw', account, party: bob, lamports: amount },
    ],
    ['stake: deactivate', stake(5, []), { kind: 'stake', act: 'deactivate', account, party: null }],
  ])('%s', (_, instruction, step) => {
    expect(stepOf(instruction)).toEqual(step)
  })

  test.each<[string, Instruction]>([
    ['of an unknown program', { programAddress: vote, data: Uint8Array.of(2, 0, 0, 0) }],
    ['of the stake program with a number that is not read', stake(6, [])],
    ['of the stake program with a byte more', stake(4, [u64(1n), Uint8Array.of(0)], bob)],
    [
      'of the token program with a number that is not read',
      token.getFreezeAccountInstruction({ account, mint, owner: signer }),
    ],
    [
      'with a seed whose length is a lie',
      {
        programAddress: address(solanaPrograms.system),
        accounts: [account, bob].map((each) => ({ address: each, role: 1 })),
        data: Uint8Array.from([3, 0, 0, 0, ...new Array(32).fill(0), ...new Array(56).fill(255)]),
      },
    ],
  ])('an instruction %s is called unknown', (_, instruction) => {
    expect(stepOf(instruction)).toMatchObject({
      kind: 'unread',
      program: instruction.programAddress,
    })
  })
})

describe('SIG-10: control', () => {
  test.each<[string, Instruction]>([
    ['a new owner', authority(AuthorityType.AccountOwner, bob)],
    [
      'a right of Token-2022 alone',
      {
        programAddress: address(solanaPrograms.token2022),
        accounts: [account, ada].map((each) => ({ address: each, role: 1 })),
        data: Uint8Array.from([6, 9, 1, ...bytesOf(bob)]),
      },
    ],
    ['an assignment', system.getAssignInstruction({ account: signer, programAddress: bob })],
    ['a stake', stake(1, [bytesOf(bob), Uint8Array.of(1, 0, 0, 0)])],
  ])('of %s is given away', (_, instruction) => {
    const step = stepOf(instruction)

    expect(step && givesAuthority(step)).toBe(true)
  })

  test('of a new stake is not', () => {
    const step = stepOf(stake(0, [bytesOf(ada), bytesOf(bob), new Uint8Array(48)]))

    expect(step && givesAuthority(step)).toBe(false)
  })
})

test('the accounts that a transaction may change are known', () => {
  const reading = readSolana(
    messageWith(
      token.getTransferCheckedInstruction({
        ...{ source: account, mint, destination: bob, authority: signer, amount, decimals: 6 },
      }),
    ),
  )

  expect(reading?.writable).toHaveLength(3)
  expect(reading?.writable).toEqual(expect.arrayContaining([ada, account, bob]))
})
