/** Codes by mail, as a person gets them: asked for, waited for, read. */
import { bucketsOf } from '../../apps/server/dist/http/budgets.js'
import { sendBudgets } from '../../apps/server/dist/identity/code-budgets.js'
import { isApiError } from '../../packages/contract/dist/index.js'
import { email as emails } from '../../packages/core/dist/index.js'

/** Codes an address may ask for before it is refused: docs/operate/configuration.md. */
const codesInARow = 5

const mailsTo = (world, address) => world.stack.mails.filter(({ to }) => to === address)

/** The newest code mailed to an address, `known` mails aside. */
export function codeFor(world, address, known = 0) {
  const mail = mailsTo(world, address).slice(known).at(-1)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
}

/** The newest code since the last one was asked for; its mail may be heard of a moment after the answer. */
export async function mailedCode(world, { email, knownMails }) {
  for (let n = 0; n < 50 && codeFor(world, email, knownMails) === undefined; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return codeFor(world, email, knownMails)
}

/** Asks for a code; who has asked as often as the limits allow waits as long as the refusal says, and asks again. */
export async function askForCode(world, state, client) {
  const send = () => {
    state.knownMails = mailsTo(world, state.email).length
    state.asked += 1
    return emails.sendCode(client, { email: state.email })
  }
  try {
    await send()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'too_many_requests') throw error
    state.isRefusedEarly ||= state.asked <= codesInARow * (state.waits + 1)
    await passTime(world, state, error.data.retry_after)
    state.waits += 1
    await send()
  }
}

/** Lets time pass for the counters of one address alone. */
async function passTime(world, { email }, seconds) {
  const { appId } = world.stack
  const spender = { appId, ip: '127.0.0.1', isBackEnd: false, config: { ipPointsPerMinute: 0 } }
  for (const { key } of bucketsOf(appId, sendBudgets('email', email, spender))) {
    await world.reader.rows(
      'update sallyport_api.rate_limit set reset_at = reset_at - $1::bigint where key = $2',
      [seconds * 1000, key],
    )
  }
}
