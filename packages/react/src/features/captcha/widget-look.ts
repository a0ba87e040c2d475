import type { captcha } from '@sallyport/core'
import type { Kit } from '../../kit.js'

/** Colours and language of a widget, as the modal has them. Reads the settings itself: the modal's code may not be there. */
export function widgetLook(kit: Kit): ReturnType<captcha.CaptchaUi['look']> {
  const { appearance, locale } = kit.config()
  const theme = appearance?.theme ?? kit.client.state.config?.theme ?? 'light'
  return { theme: isDark(theme) ? 'dark' : 'light', ...(locale ? { language: locale } : {}) }
}

/** Whether a theme is dark: by its name, by the system, or by the brightness of its colour. */
function isDark(theme: string): boolean {
  if (theme === 'system') return matchMedia('(prefers-color-scheme: dark)').matches
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(theme)) return theme === 'dark'
  const long = theme.length === 4 ? theme.replace(/[0-9a-f]/gi, '$&$&') : theme
  const parts = [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
  return parts.reduce((sum, part) => sum + part, 0) < 3 * 128
}
