import { type CDPSession, expect, type Page } from '@playwright/test'

/** What has the focus, as assistive technology is told, and whether it can be seen. */
export interface Focused {
  role: string
  name: string
  hasRing: boolean
  isInDialog: boolean
}

/** A person without a mouse: keys only, and a look at what has the focus after each. */
export interface Keyboard {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  focused(): Promise<Focused>
  /** Tabs until `name` has the focus; each stop on the way has a name and a ring. */
  tabTo(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** The names of all buttons that assistive technology is told of, sorted. */
  buttons(): Promise<string[]>
  /** The names Tab passes through from here until it is back. */
  circle(): Promise<string[]>
}

const mostStops = 60

/** The keyboard of a page. */
export async function keyboardOf(page: Page): Promise<Keyboard> {
  const cdp = await page.context().newCDPSession(page)
  const focused = () => look(page, cdp)
  const step = async (key: string) => {
    await page.keyboard.press(key)
    const now = await focused()
    // Past the last stop a browser goes to its own buttons, or to nothing when it has none.
    if (now.role !== 'nothing') {
      expect(now.name, `the ${now.role} has a name`).not.toBe('')
      // Rings fade in.
      const seen = expect.poll(async () => (await focused()).hasRing, {
        message: `${now.role} "${now.name}" shows that it has the focus`,
      })
      if (!now.hasRing) await seen.toBe(true)
    }
    return now
  }
  return {
    focused,
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async tabTo(name, key = 'Tab') {
      const passed: string[] = []
      for (let stop = 0; stop < mostStops; stop += 1) {
        const now = await step(key)
        if (typeof name === 'string' ? now.name === name : name.test(now.name)) return
        passed.push(`${now.role} ${now.name}`)
      }
      throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}`)
    },
    async buttons() {
      const { nodes } = await cdp.send('Accessibility.getFullAXTree')
      const told = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'button')
      return told.map(({ name }) => String(name?.value)).sort()
    },
    async circle() {
      const names: string[] = []
      const { name: start } = await focused()
      for (let stop = 0; stop < mostStops; stop += 1) {
        const { name, role, isInDialog } = await step('Tab')
        if (role === 'nothing') continue
        expect(isInDialog, `${role} "${name}" is in the dialog`).toBe(true)
        if (names.includes(name)) return names
        names.push(name)
        if (name === start) return names
      }
      throw new Error(`Tab comes to no end: ${names.join(', ')}`)
    },
  }
}

async function look(page: Page, cdp: CDPSession): Promise<Focused> {
  const seen = await page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (element === null || element === document.body) return null
    const outlined = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    // Fields show it by their frame, the code by the cell whose turn it is.
    const around = [element, element.parentElement, ...(element.parentElement?.children ?? [])]
    const hasRing = around.some((each) => {
      if (each === null) return false
      const style = getComputedStyle(each)
      return outlined(style) || / 0px 0px 0px 3px/.test(style.boxShadow)
    })
    return { hasRing, isInDialog: element.closest('dialog') !== null }
  })
  if (seen === null) return { role: 'nothing', name: '', hasRing: false, isInDialog: false }
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `(() => { let e = document.activeElement
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
      return e })()`,
  })
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', {
    ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
    fetchRelatives: false,
  })
  const { role, name } = nodes[0] ?? {}
  return { role: String(role?.value ?? ''), name: String(name?.value ?? ''), ...seen }
}
