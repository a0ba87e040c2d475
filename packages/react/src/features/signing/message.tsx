import type { InertText } from '@sallyport/contract/requests'
import { useModal } from '../../modal/modal-context.js'
import { CopyButton } from '../../ui/copy-button.js'

/** A text or bytes to sign, in an area that scrolls and can be copied. */
export function Message(props: { text: InertText; label: string; isBytes: boolean }) {
  const { label, isBytes } = props
  const { text } = props.text
  const { copy } = useModal()
  return (
    <div className="framed">
      <section
        className={`well fading with-copy${isBytes ? '' : ' text'}`}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        tabIndex={0}
      >
        <div className={isBytes ? 'mono' : undefined} dir={isBytes ? 'ltr' : 'auto'}>
          {text}
        </div>
      </section>
      <CopyButton text={text} label={copy.shell.copy} />
    </div>
  )
}
