export type { CaptchaCheck, CaptchaPhase, CaptchaUi } from '../captcha/check.js'
export { type MountedCaptchaOptions, mountCaptcha } from '../captcha/mounted.js'
