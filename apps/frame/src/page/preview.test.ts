// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { previewPage } from './preview.js'

const address = '0x12fb6F1C8Be0F0Cb6a3E0b7a1D0fCe3D5c6f9aB4'
const of = (task: string, query = '') =>
  new URL(
    `https://auth.example/apps/a/embedded-wallets/${task}?address=${address}&chain_type=ethereum${query}#token=t`,
  )
const draw = async (url: URL, given: { isFinished?: boolean; locale?: string } = {}) => {
  const { isFinished = false, locale = 'en' } = given
  await previewPage(document, {
    address: url,
    languages: [locale],
    around: 'app.example',
    isFinished,
  })
  return document.body.textContent
}

test.each([
  ['export', '', 'Hold to reveal'],
  ['import', '', 'Add wallet'],
  ['rehearsal', '', 'Start the test'],
  ['delegation', '', 'app.example asks to use this wallet without asking'],
  ['passkey', '&use=set', 'Create a passkey'],
  ['passkey', '&use=recover', 'Use the passkey'],
])('the page of %s%s is drawn as its user first sees it', async (task, query, text) => {
  expect(await draw(of(task, query))).toContain(text)
})

test('at its end the page names the address', async () => {
  const text = await draw(of('rehearsal'), { isFinished: true })

  expect(text).toContain('This address came back')
  expect(text).toContain(address)
})

test('a consent that was given names no address, as in an app', async () => {
  const text = await draw(of('delegation'), { isFinished: true })

  expect(text).toMatch(/^Your sign: MarmaladeChangeAllowed. You can end it in your account.$/)
})

test('the page follows the language', async () => {
  await draw(of('export'), { locale: 'ar' })

  expect(document.documentElement.dir).toBe('rtl')
})

test('what is pressed fails in words: a preview has no wallet', async () => {
  await draw(of('rehearsal'))

  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))

  await expect
    .poll(() => document.querySelector('[role=status]')?.textContent)
    .toContain('could not be restored')
})
