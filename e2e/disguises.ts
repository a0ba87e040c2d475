import { expect } from '@playwright/test'
import { aimAtApprove, armed, type HostilePage } from './enforced.js'

/** Ways to make a user click what they do not see, as code that runs in the page with `frame` and `cover`. */
export const disguises = {
  'opacity 0': 'frame.style.opacity = "0"',
  'nearly opaque': 'frame.style.opacity = "0.9"',
  'a faded ancestor': 'document.body.style.opacity = "0.1"',
  '1 by 1': 'frame.style.width = frame.style.height = "1px"',
  'clipped to the button': 'frame.style.clipPath = "inset(60% 0 0 50%)"',
  'scaled down': 'frame.style.transform = "scale(0.5)"',
  turned: 'frame.style.transform = "rotate(20deg)"',
  'a filter': 'frame.style.filter = "contrast(0)"',
  blended: 'frame.style.mixBlendMode = "screen"',
  'an overlay with a hole': `for (const inset of ['0 0 50% 0', '50% 60% 0 0']) cover(inset)`,
  'an overlay that lets clicks through': `cover('0').style.pointerEvents = 'none'`,
  'half outside the window': 'frame.style.top = "60%"',
} as const satisfies Record<string, string>

/** Disguises a confirmation that was armed a moment before, clicks where Approve was, and expects no signature. */
export async function expectNoSignatureUnder(
  hostile: HostilePage,
  name: keyof typeof disguises,
): Promise<void> {
  const { page, frame } = hostile
  const pending = await hostile.askFor('pay me')
  await hostile.show()
  await armed(frame)
  const at = await aimAtApprove(hostile)

  await page.evaluate((code) => {
    const frame = document.getElementById('wallet') as HTMLElement
    const cover = (inset: string) => {
      const sheet = document.createElement('div')
      sheet.style.cssText = `position:fixed;inset:${inset};background:#fff;z-index:9`
      document.body.append(sheet)
      return sheet
    }
    new Function('frame', 'cover', code)(frame, cover)
  }, disguises[name])

  await expect(frame.locator('.primary')).toHaveAttribute('aria-disabled', 'true')
  await page.mouse.click(at.x, at.y)
  await page.waitForTimeout(300)
  // The click may have hit Reject.
  expect((await pending.answer())?.data).toBeUndefined()
}
