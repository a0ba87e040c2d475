import type { RequestCopy } from '../../copy/en-requests.js'
import type { Progress } from '../../modal/use-approval.js'
import type { IconName } from '../../ui/icons.js'

/** How a state of an approved transaction looks and reads. */
interface ReceiptView {
  icon: IconName
  tone: 'plain' | 'success' | 'danger' | 'warning'
  busy: boolean
  title: string
  help: string | undefined
  /** Whether it did what was asked for. */
  isFinal: boolean
  /** Whether the amount that was asked for is, or may yet be, what moved. */
  showsAmount: boolean
}

type Copy = RequestCopy['send']

/** The view of an approved transaction; a transaction that another one took the place of is told by what became of it. */
export function viewOf(progress: Progress, copy: Copy): ReceiptView {
  switch (progress.at) {
    case 'confirmed':
      return success(copy.confirmedTitle, copy.confirmedHelp)
    case 'done':
      return { ...success(copy.signedTitle, undefined), showsAmount: false }
    case 'failed':
      return failure(copy)
    case 'replaced':
      return replacedView(progress.replacement, copy)
    case 'timed-out':
      return pending({ icon: 'clock', tone: 'warning', title: copy.slowTitle, help: copy.slowHelp })
    default:
      return pending({
        icon: 'arrow-up-right',
        tone: 'plain',
        title: copy.submittedTitle,
        help: copy.submittedHelp,
      })
  }
}

type Replacement = Extract<Progress, { at: 'replaced' }>['replacement']

function replacedView({ reason, outcome }: Replacement, copy: Copy): ReceiptView {
  const ended = {
    icon: 'x',
    tone: 'warning',
    busy: false,
    isFinal: false,
    showsAmount: false,
  } as const
  switch (reason) {
    case 'repriced':
      return outcome === 'failed' ? failure(copy) : success(copy.confirmedTitle, copy.repricedHelp)
    case 'cancelled':
      return { ...ended, title: copy.cancelledTitle, help: copy.cancelledHelp }
    case 'replaced':
      return { ...ended, title: copy.replacedTitle, help: copy.replacedHelp }
  }
}

function success(title: string, help: string | undefined): ReceiptView {
  const look = { icon: 'check', tone: 'success', busy: false } as const
  return { ...look, title, help, isFinal: true, showsAmount: true }
}

function failure(copy: Copy): ReceiptView {
  return {
    icon: 'x',
    tone: 'danger',
    busy: false,
    title: copy.failedTitle,
    help: copy.failedHelp,
    isFinal: false,
    showsAmount: true,
  }
}

function pending(view: Pick<ReceiptView, 'icon' | 'tone' | 'title' | 'help'>): ReceiptView {
  return { ...view, busy: true, isFinal: false, showsAmount: true }
}
