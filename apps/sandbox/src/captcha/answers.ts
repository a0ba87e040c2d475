/** How the double of the captcha services answers: as the site key says, or the same for all keys. */
export const captchaAnswers = {
  'by-key': 'as its site key says',
  pass: 'without asking',
  ask: 'after a question',
  expire: 'after a question that expires once',
  fail: 'that it failed',
  refused: 'with tokens that are not valid',
  silent: 'nothing',
  blocked: 'not even its script',
  down: 'that verification is down',
} as const
export type CaptchaAnswer = keyof typeof captchaAnswers
