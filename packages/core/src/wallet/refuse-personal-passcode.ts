import type { SallyportClient } from '../client.js'
import { FrameError } from '../errors.js'
import type { ChosenRecovery } from './chosen-recovery.js'

/** Parts of the user's data that are shorter are in too many good passcodes. */
const leastPart = 4
/** So many letters besides the user's data make a passcode of its own. */
const leastOwn = 6

/**
 * Refuses a passcode that is the user's email address, phone number or name, or little more than that. The wallet page does not know
 * these.
 *
 * @throws FrameError `invalid_request_arguments`
 */
export function refusePersonalPasscode(
  { state }: Pick<SallyportClient, 'state'>,
  recovery: ChosenRecovery,
): void {
  if (!('passcode' in recovery)) return
  const texts = (state.user?.linkedAccounts ?? []).flatMap((account) =>
    [
      account.address,
      account.email,
      account.phoneNumber,
      account.number,
      account.name,
      account.username,
    ].filter((each) => typeof each === 'string'),
  )
  if (!isPersonal(recovery.passcode, texts)) return
  throw new FrameError('invalid_request_arguments', 'This passcode is easy to guess')
}

function isPersonal(passcode: string, texts: readonly string[]): boolean {
  const parts = texts
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(plain)
    .filter((part) => part.length >= leastPart)
    .sort((a, b) => b.length - a.length)
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), plain(passcode))
  const isTouched = rest !== plain(passcode)
  return isTouched && rest.replaceAll(/[^\p{L}]/gu, '').length < leastOwn
}

/** Letters and digits alone, in one spelling. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
