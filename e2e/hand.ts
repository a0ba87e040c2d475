import { expect, type Page } from '@playwright/test'
import { keyboardOf } from './keyboard.js'

/** How a user works the modal: with a pointer, or by keys alone. */
export interface Hand {
  /** Presses a button or follows a link of the modal, once it is there. */
  press(name: string | RegExp): Promise<void>
  /** Types into a field of the modal, in place of what is in it. */
  type(label: string, text: string): Promise<void>
}

/** Creates a hand for a page. */
export type CreateHand = (page: Page) => Promise<Hand>

/** Clicks and taps. */
export const pointer: CreateHand = async (page) => {
  const dialog = page.getByRole('dialog')
  return {
    press: (name) => dialog.getByRole('button', { name }).click(),
    type: (label, text) => dialog.getByLabel(label).fill(text),
  }
}

/** Tab, Enter and letters. Every stop on the way has a name and shows that it has the focus. */
export const keysOnly: CreateHand = async (page) => {
  const keys = await keyboardOf(page)
  const dialog = page.getByRole('dialog')
  const reach = async (name: string | RegExp) => {
    const now = await keys.focused()
    const isThere = typeof name === 'string' ? now.name === name : name.test(now.name)
    if (!isThere) await keys.tabTo(name)
  }
  return {
    async press(name) {
      await dialog.getByRole('button', { name }).waitFor()
      await reach(name)
      expect(await keys.focused()).toMatchObject({ role: 'button', isInDialog: true })
      await keys.press('Enter')
    },
    async type(label, text) {
      await dialog.getByLabel(label).waitFor()
      await reach(label)
      await keys.press('ControlOrMeta+a')
      await keys.type(text)
    },
  }
}
