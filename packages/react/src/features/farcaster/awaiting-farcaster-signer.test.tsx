// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enSocial } from '../../copy/en-social.js'
import { type Answer, Refusal, refuse } from '../../test-kit/answers.js'
import { farcasterAccount } from '../../test-kit/farcaster-account.js'
import { press, setup } from '../../test-kit/mount-screen.js'
import { walletAccounts } from '../../test-kit/samples.js'

afterEach(cleanup)

const { social: texts } = enSocial
const key = `0x${'ab'.repeat(32)}`
const status = '/farcaster/signer/status'
const init = 'privy:farcaster:init-signer'
const accounts = [farcasterAccount, ...walletAccounts]
const open = (answers: { server?: Record<string, Answer>; frame?: Record<string, Answer> } = {}) =>
  setup('AWAITING_FARCASTER_SIGNER', {}, { accounts, ...answers })

test('shows the code, waits for the approval, and ends with it', async () => {
  let answer = { public_key: key, status: 'pending_approval' } as object
  const { end, time, inputsOf, announce } = await open({ server: { [status]: () => answer } })
  await screen.findByRole('img', { name: texts.farcasterCode })
  expect(inputsOf(init)).toMatchObject([{ address: walletAccounts[0]?.address, hdWalletIndex: 0 }])
  await vi.waitFor(() => expect(inputsOf(status)[0]).toEqual({ ed25519_public_key: key }))
  expect(end).not.toHaveBeenCalled()

  answer = { public_key: key, status: 'approved', fid: 1001 }
  await time.move(1_500)
  await screen.findByRole('heading', { name: texts.signerApproved })
  expect(announce).toHaveBeenCalledWith(texts.signerApproved)
  await time.move(600)
  expect(end).toHaveBeenCalledWith('approved', {})
  expect(inputsOf('/sessions').length).toBeGreaterThan(0)
})

test('a key that was approved before ends at once', async () => {
  const { end, time } = await open({
    frame: { [init]: () => ({ public_key: key, status: 'approved', fid: 1001 }) },
  })
  await screen.findByRole('heading', { name: texts.signerApproved })
  await time.move(600)
  expect(end).toHaveBeenCalledWith('approved', {})
})

test('says that the user refused, and can be put off', async () => {
  const { end } = await open({
    server: { [status]: () => ({ public_key: key, status: 'revoked', fid: 1001 }) },
  })
  await screen.findByRole('heading', { name: texts.signerRefused })
  press(en.shell.close)
  expect(end).toHaveBeenCalledWith('later', {})
  cleanup()

  const again = await open()
  press(texts.signerLater)
  expect(again.end).toHaveBeenCalledWith('later', {})
})

test('an expired request leads to a new one', async () => {
  const { inputsOf } = await open({ server: { [status]: refuse('invalid_data') } })
  await screen.findByRole('heading', { name: texts.farcasterExpired })
  press(texts.farcasterNew)
  await vi.waitFor(() => expect(inputsOf(init)).toHaveLength(2))
})

test('error: offline it can be tried again', async () => {
  let isOffline = true
  const { inputsOf } = await open({
    frame: {
      [init]: () => {
        if (isOffline) throw new Refusal('offline')
        return {
          public_key: key,
          status: 'pending_approval',
          signer_approval_url: 'https://f.example',
        }
      },
    },
  })
  await screen.findByRole('button', { name: en.shell.retry })
  isOffline = false
  press(en.shell.retry)
  await screen.findByRole('img', { name: texts.farcasterCode })
  expect(inputsOf(init)).toHaveLength(2)
})
