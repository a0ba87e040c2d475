import { captchaAnswers } from '../captcha/answers.js'
import { cloudAnswers } from '../cloud/answers.js'
import { farcasterAnswers, farcasterRelayAnswers } from '../farcaster/answers.js'
import { bridgeAnswers, sellerAnswers } from '../funding/answers.js'
import { HttpError, type OriginRoute } from '../http/origin.js'
import { smsAnswers } from '../inbox/sms.js'
import { mailAnswers } from '../inbox/smtp.js'
import { modes } from '../oauth/modes.js'
import { ownLoginAnswers } from '../own-login/own-login.js'
import { relayAnswers } from '../relay/relay-server.js'
import { bundlerAnswers, paymasterAnswers } from '../smart-wallets/answers.js'
import { telegramAnswerNames } from '../telegram/sign.js'

/* Every simulator with what it can answer: the choices of its own page. The first is what the real provider does. */
const answers = {
  mail: { name: 'The mail server', answers: mailAnswers },
  sms: { name: 'The SMS provider', answers: smsAnswers },
  oauth: { name: 'An OAuth provider', answers: { ...modes, normal: 'as the provider does' } },
  telegram: { name: 'Telegram', answers: telegramAnswerNames },
  farcaster: { name: 'The Farcaster app', answers: farcasterAnswers },
  farcasterRelay: { name: 'Farcaster’s relay', answers: farcasterRelayAnswers },
  captcha: { name: 'The captcha service', answers: captchaAnswers },
  relay: { name: 'The WalletConnect relay', answers: relayAnswers },
  googleDrive: { name: 'Google Drive', answers: cloudAnswers },
  icloud: { name: 'iCloud', answers: cloudAnswers },
  moonpay: { name: 'MoonPay', answers: sellerAnswers },
  coinbase: { name: 'Coinbase’s on-ramp', answers: sellerAnswers },
  bridge: { name: 'The bridge (Relay)', answers: bridgeAnswers },
  bundler: { name: 'The bundler of smart wallets', answers: bundlerAnswers },
  paymaster: { name: 'The paymaster of smart wallets', answers: paymasterAnswers },
  ownLogin: { name: 'The demo’s own login', answers: ownLoginAnswers },
} as const satisfies Record<string, { name: string; answers: Readonly<Record<string, string>> }>
type SimulatorName = keyof typeof answers
type AnswerOf<Name extends SimulatorName> = keyof (typeof answers)[Name]['answers'] & string

/** What the simulators answer unless their own page is told otherwise. */
export interface Simulators {
  /** The answer that a simulator's page has chosen at first. */
  chosen<Name extends SimulatorName>(name: Name): AnswerOf<Name>
  routes: OriginRoute[]
}

/** Creates the switch of the simulators: everything answers as the real provider does until a route says otherwise. */
export function createSimulators(): Simulators {
  const chosen = new Map<string, string>()
  // `choose` takes only answers of the record.
  const answerOf = <Name extends SimulatorName>(name: Name) =>
    (chosen.get(name) ?? Object.keys(answers[name].answers)[0] ?? '') as AnswerOf<Name>
  const state = () => ({
    simulators: Object.entries(answers).map(([id, { name, answers: all }]) => ({
      id,
      name,
      answers: Object.entries(all).map(([value, text]) => ({ value, text })),
      chosen: answerOf(id as SimulatorName), // the key of the record it maps over
    })),
  })
  const choose = (body: unknown) => {
    const { id, answer } = readChoice(body)
    if (!Object.keys(answers).includes(id)) throw new HttpError(400, 'There is no such simulator')
    const { answers: all } = answers[id as SimulatorName] // checked above
    if (!Object.keys(all).includes(answer))
      throw new HttpError(400, 'The simulator has no such answer')
    chosen.set(id, answer)
    return state()
  }
  const path = '/api/simulators'
  return {
    chosen: answerOf,
    routes: [
      { method: 'GET', path, handle: state },
      { method: 'POST', path, handle: ({ body }) => choose(body) },
    ],
  }
}

function readChoice(body: unknown): { id: string; answer: string } {
  const given = typeof body === 'object' && body !== null ? body : {}
  return { id: String(Reflect.get(given, 'id')), answer: String(Reflect.get(given, 'answer')) }
}
