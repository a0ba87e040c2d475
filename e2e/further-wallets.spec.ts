import { expect, type Page, test } from '@playwright/test'
import { storageKeys } from '@sallyport/contract'
import { loadChain } from '@sallyport/crypto'
import { verifyMessage } from 'viem'
import { newAddress } from './new-names.js'
import { dev, signIn, watchNoise } from './person.js'
import { verifySolanaMessage } from './verify.js'

/* The hooks of each chain create a wallet at index 1, find it by `walletIndex`, and sign with it: apps/demo/src/methods/samples. */

const chains = ['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'] as const
const message = 'Signed with the second wallet'

interface LinkedWallet {
  type: string
  address: string
  chain_type: (typeof chains)[number]
  wallet_index: number
  public_key?: string
}

/** The wallets of the page's user, as the server lists them. */
async function linkedWallets(page: Page): Promise<LinkedWallet[]> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), storageKeys.accessToken)
  const answer = await fetch(`${dev.authUrl}/api/v1/users/me`, {
    headers: {
      authorization: `Bearer ${JSON.parse(stored ?? '""')}`,
      'privy-app-id': dev.appId,
      origin: new URL(dev.demoUrl).origin,
    },
  })
  const { user }: { user: { linked_accounts: LinkedWallet[] } } = await answer.json()
  return user.linked_accounts.filter(({ type }) => type === 'wallet')
}

/** Whether a signature is one of `message` by the wallet. */
async function isSignature({ chain_type, address, public_key }: LinkedWallet, signature: string) {
  if (chain_type === 'ethereum')
    return verifyMessage({
      address: address as `0x${string}`,
      message,
      signature: signature as `0x${string}`,
    })
  if (chain_type === 'solana') return verifySolanaMessage(address, message, signature)
  const chain = await loadChain[chain_type]()
  const bytes = new Uint8Array(Buffer.from(signature, 'base64'))
  return chain.verifyProof({ address, publicKey: public_key, message, signature: bytes })
}

test('a user creates a second wallet on each of four chains, and signs with it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  await signIn(page, newAddress())
  await page.goto(`${dev.demoUrl}/methods/further-wallets`)
  const outcome = page.getByTestId('outcome')
  const sign = page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })

  for (const chain of chains)
    await test.step(chain, async () => {
      const row = page.getByTestId(`second-${chain}`)
      await row.getByRole('button', { name: 'Create the second wallet' }).click()
      await expect(row.getByTestId('address')).not.toBeEmpty({ timeout: 20_000 })
      const address = await row.getByTestId('address').innerText()
      await expect(outcome).toHaveText(address)

      const wallets = (await linkedWallets(page)).filter(({ chain_type }) => chain_type === chain)
      expect(wallets.map(({ wallet_index }) => wallet_index).toSorted()).toEqual([0, 1])
      const [second] = wallets.filter(({ wallet_index }) => wallet_index === 1)
      expect(second?.address).toBe(address)
      expect(new Set(wallets.map((each) => each.address)).size).toBe(2)

      await row.getByRole('button', { name: 'Sign with it' }).click()
      await sign.click()
      await expect(outcome).not.toBeEmpty()
      await expect(page.getByRole('dialog')).toBeHidden()
      const signature = await outcome.innerText()
      expect(second && (await isSignature(second, signature)), signature).toBe(true)
      const [first] = wallets.filter(({ wallet_index }) => wallet_index === 0)
      expect(first && (await isSignature(first, signature).catch(() => false))).toBe(false)
    })
  expect(noise).toEqual([])
})
