/* The screen of the check that a user is human, with its style. Loaded with the first check that needs the user. */
import { addStyle } from '../../modal/stylesheet.js'

export { CaptchaCheck } from './captcha-check.js'

/* The services' widgets are at least 300 px wide. */
const captchaStyle = `
.captcha{margin:0;padding:0;border:0;min-width:0;display:flex;justify-content:center}
.captcha[hidden]{display:none}
.captcha slot{display:block;width:100%}
`

/** Dresses the screen. */
export const addCaptchaStyle = () => addStyle(captchaStyle)
