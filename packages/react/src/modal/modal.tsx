import {
  type ComponentType,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LoadedCopy } from '../copy/catalogue.js'
import { directionOf } from '../copy/catalogue.js'
import type { Copy } from '../copy/en.js'
import type { ExitCode } from '../flow/exit-codes.js'
import { exitCodeOf } from '../flow/exit-codes.js'
import { advance, back, canGoBack, close, type FlowState, open, top } from '../flow/flow.js'
import type { Goal, Outcome, Place } from '../flow/screens.js'
import type { Facts } from '../flow/transitions.js'
import type { Kit } from '../kit.js'
import { isWalletConnected } from '../load-wallets.js'
import { loadLaterScreens, registry } from '../registry.js'
import type { Settings } from '../settings.js'
import { resolveTheme } from '../theme/tokens.js'
import { Button } from '../ui/button.js'
import { ScreenIcon } from '../ui/parts.js'
import { Screen } from '../ui/screen.js'
import { Boundary } from './boundary.js'
import { ScreenFocus } from './focus.js'
import { Host } from './host.js'
import { type CloseGuard, type ModalContext, modalContext } from './modal-context.js'
import { runAfter } from './run-after.js'
import { Shell } from './shell.js'
import { useAnnouncer } from './use-announcer.js'
import { useMedia } from './use-media.js'

/** How a run of the modal ended. */
export type Ending = { at: 'done'; value: unknown } | { at: 'failed'; code: ExitCode }

/** What one run of the modal needs. */
interface ModalProps {
  goal: Goal
  /** Gets the focus back in the end; default: what has it now. */
  opener?: Element | null
  /** How the run ended without its screens; they leave. */
  ending?: Ending | undefined
  settings: Settings
  kit: Kit
  /** As in `ModalContext`. */
  loginAgain(): Promise<boolean>
  /** Whether another run is above this one. */
  covered?: boolean
  copy: LoadedCopy
  locale: string
  connection: ModalContext['connection']
  /** The first places instead of the goal's own, the shown one last: for looking at single screens. */
  places?: readonly [Place, ...Place[]]
  /** Called once, as soon as the flow ends. */
  onEnd(ending: Ending): void
  /** Called when nothing is on screen any more. */
  onGone(): void
}

const leavingMs = 160

/** The modal for one goal: follows the flow's table from screen to screen until it ends. */
export function Modal(props: ModalProps) {
  const { goal, settings, kit, loginAgain, copy, locale, connection, onEnd, onGone } = props
  const { client } = kit
  const isConnected = (address: string) => isWalletConnected(client, address)
  const pendingCode = kit.pendingCode.get()
  const facts: Facts = { rules: settings.rules, goal, isConnected, pendingCode }
  const [state, setState] = useFlow(props, facts)
  // The last place stays drawn while the sheet leaves.
  const shown = useRef<Place | null>(null)
  if (state.at === 'screen') shown.current = top(state)
  const place = shown.current
  const titleId = useId()
  const { announce, regions } = useAnnouncer(client, place?.id ?? 0)
  const { guard, guardClose } = useCloseGuard(place?.id ?? 0)
  useEffect(() => {
    // What cannot be loaded now is loaded when it is needed.
    loadLaterScreens().catch(() => undefined)
    client.frame.prepare()
  }, [client])
  useEnding(state, { onEnd, onGone, client, wasShown: place !== null })

  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const { theme, accentColor } = settings.appearance
  const resolved = useMemo(
    () => resolveTheme({ theme, accentColor, prefersDark }),
    [theme, accentColor, prefersDark],
  )
  const context: ModalContext = useMemo(
    () => ({ settings, copy, locale, kit, titleId, loginAgain, connection, announce, guardClose }),
    [settings, copy, locale, kit, titleId, loginAgain, connection, announce, guardClose],
  )
  if (place === null) return null
  const exit = () => setState((now) => close(now, exitCodeOf(goal)))
  const leave = typeof guard === 'function' ? guard : exit
  const dir = directionOf(locale)
  // The registry maps each name to the component for its data; the union hides that they match.
  const Current = registry[place.screen] as ComponentType<{
    data: unknown
    end(name: string, value: unknown): void
  }>
  const end = (name: string, value: unknown) => {
    const outcome = { place: place.id, screen: place.screen, name, value } as Outcome // typed by the screen's props
    setState((now) => advance(now, outcome, facts))
  }
  return (
    <modalContext.Provider value={context}>
      <Host theme={resolved}>
        <Shell
          screenKey={place.id}
          travel={state.at === 'screen' ? state.travel : 'forward'}
          dir={dir}
          closing={state.at !== 'screen'}
          covered={props.covered ?? false}
          opener={props.opener ?? null}
          onBack={canGoBack(state) && guard === null ? () => setState(back) : null}
          onClose={guard === 'never' ? null : leave}
          onOutsideClick={(close) =>
            // Loaded while the first screen is shown; a click before that does nothing where it can't be.
            loadLaterScreens().then(
              (it) => it.closesByOutsideClick[place.screen] && close(),
              () => undefined,
            )
          }
          regions={regions}
        >
          <Boundary resetKey={place.id} fallback={<Crashed copy={copy} onClose={exit} />}>
            <Suspense fallback={<Waiting copy={copy} />}>
              <Current data={place.data} end={end} />
              <ScreenFocus />
            </Suspense>
          </Boundary>
        </Shell>
      </Host>
    </modalContext.Provider>
  )
}

/** While a group of screens is still on its way. */
function Waiting({ copy }: { copy: Copy }) {
  return <Screen title={copy.landing.loading} image={<ScreenIcon icon="wallet" busy />} />
}

function Crashed({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  return (
    <Screen
      title={copy.failure.crashTitle}
      help={copy.failure.crashHelp}
      image={<ScreenIcon icon="triangle" tone="danger" />}
    >
      <Button onPress={onClose}>{copy.shell.close}</Button>
    </Screen>
  )
}

/** The state of the flow; the run may end without it. */
function useFlow({ places, ending }: ModalProps, facts: Facts) {
  const [state, setState] = useState<FlowState>(() => {
    if (ending) return ending
    return places ? { at: 'screen', stack: places, travel: 'forward' } : open(facts)
  })
  useEffect(() => {
    if (ending) setState((now) => (now.at === 'screen' ? ending : now))
  }, [ending])
  return [state, setState] as const
}

/** What closing means now; each screen starts without a guard. */
function useCloseGuard(place: number) {
  const [held, setHeld] = useState<{ place: number; guard: CloseGuard } | null>(null)
  const current = useRef(place)
  current.current = place
  const guardClose = useCallback((guard: CloseGuard) => {
    const mine = { place: current.current, guard }
    setHeld(mine)
    return () => setHeld((now) => (now === mine ? null : now))
  }, [])
  return { guard: held?.place === place ? held.guard : null, guardClose }
}

/** Reports the end once, then waits for the sheet to leave. */
function useEnding(
  state: FlowState,
  deps: Pick<ModalProps, 'onEnd' | 'onGone'> & { client: Kit['client']; wasShown: boolean },
) {
  const latest = useRef(deps)
  latest.current = deps
  useEffect(() => {
    if (state.at === 'screen') return
    const { onEnd, client, wasShown } = latest.current
    onEnd(state)
    return runAfter(client, wasShown ? leavingMs : 0, () => latest.current.onGone())
  }, [state])
}
