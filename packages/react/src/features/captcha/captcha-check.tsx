import type { captcha } from '@sallyport/core'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { CaptchaCopy } from '../../copy/en-captcha.js'
import type { ScreenProps } from '../../flow/screens.js'
import { hidePlace, seenSlot, showPlace } from '../../modal/captcha-place.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useCaptchaCopy } from '../../modal/use-captcha-copy.js'
import { Button } from '../../ui/button.js'
import type { IconName } from '../../ui/icons.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'

type Phase = captcha.CaptchaPhase

/** How long success is shown. */
const solvedMs = 700

/** What a phase shows above the buttons. */
interface View {
  title: keyof CaptchaCopy['captcha']
  help: keyof CaptchaCopy['captcha'] | null
  icon: IconName
  tone?: 'success' | 'danger' | 'warning'
}

const asking: View = { title: 'askTitle', help: 'askHelp', icon: 'user' }
const views: Record<Phase, View> = {
  running: { title: 'runningTitle', help: 'runningHelp', icon: 'user' },
  asking,
  renewed: asking,
  solved: { title: 'solvedTitle', help: null, icon: 'check', tone: 'success' },
  failed: { title: 'failedTitle', help: 'failedHelp', icon: 'user-x', tone: 'danger' },
  unreachable: {
    title: 'unreachableTitle',
    help: 'unreachableHelp',
    icon: 'triangle',
    tone: 'warning',
  },
  unsupported: {
    title: 'unsupportedTitle',
    help: 'unsupportedHelp',
    icon: 'triangle',
    tone: 'warning',
  },
  late: { title: 'lateTitle', help: 'lateHelp', icon: 'clock', tone: 'warning' },
}

/** The app's captcha needs the user: its widget asks something, or it failed. */
export function CaptchaCheck({ data, end }: ScreenProps<'CAPTCHA_SCREEN'>) {
  const { check } = data
  const { kit } = useModal()
  const { captcha } = useCaptchaCopy()
  const phase = useSyncExternalStore(check.subscribe, () => check.phase)
  const isAsking = phase === 'asking' || phase === 'renewed'
  const { title, help, icon, ...tone } = views[phase]
  useAnnounced(phase)
  const leave = useRef(() => {})
  leave.current = () => end('solved', {})
  useEffect(
    () => (phase === 'solved' ? runAfter(kit.client, solvedMs, () => leave.current()) : undefined),
    [kit, phase],
  )
  return (
    <Screen
      title={captcha[title]}
      help={help && captcha[help]}
      image={<ScreenIcon icon={icon} {...tone} busy={phase === 'running'} />}
    >
      {phase === 'renewed' && <p className="note centre">{captcha.renewed}</p>}
      <Widget check={check} isSeen={isAsking} label={captcha.widgetLabel} />
      <Answers phase={phase} check={check} onOtherWay={() => end('gaveUp', {})} />
    </Screen>
  )
}

/** The slot of the widget, which is an element of the page. */
function Widget(props: { check: captcha.CaptchaCheck; isSeen: boolean; label: string }) {
  const { check, isSeen, label } = props
  const slot = useRef<HTMLSlotElement>(null)
  useLayoutEffect(() => {
    if (!isSeen) return
    const { place } = check
    const root = slot.current?.getRootNode()
    // A widget that runs has its place already; one that is only looked at gets it here.
    if (!place.isConnected && root instanceof ShadowRoot) root.host.append(place)
    showPlace(place)
    return () => hidePlace(place)
  }, [check, isSeen])
  return (
    <fieldset className="captcha" aria-label={label} hidden={!isSeen}>
      <slot name={seenSlot} ref={slot} />
    </fieldset>
  )
}

function Answers(props: { phase: Phase; check: captcha.CaptchaCheck; onOtherWay: () => void }) {
  const { phase, check, onOtherWay } = props
  const { captcha, shell } = useCaptchaCopy()
  if (phase === 'solved') return null
  const hasFailed = phase !== 'running' && phase !== 'asking' && phase !== 'renewed'
  // Another try in the same browser ends the same.
  const canRetry = hasFailed && phase !== 'unsupported'
  return (
    <div className="rows">
      {canRetry && <Button onPress={() => check.retry()}>{shell.retry}</Button>}
      <Button kind={phase === 'unsupported' ? 'primary' : 'secondary'} onPress={onOtherWay}>
        {hasFailed ? captcha.otherWay : shell.cancel}
      </Button>
    </div>
  )
}

/** Says each phase after the first, whose title gets the focus; failures at once. */
function useAnnounced(phase: Phase) {
  const { announce } = useModal()
  const { captcha } = useCaptchaCopy()
  const said = useRef(phase)
  useEffect(() => {
    if (said.current === phase) return
    said.current = phase
    const { title, help, tone } = views[phase]
    const words = [captcha[title], help && captcha[help]].filter(Boolean).join('. ')
    announce(
      phase === 'renewed' ? captcha.renewed : words,
      tone === 'danger' || tone === 'warning' ? 'assertive' : 'polite',
    )
  }, [phase, announce, captcha])
}
