import { dressOf, type Look, printDress } from '@sallyport/gallery'
import { CopyButton } from '../ui/copy-button.js'

/** Prints the code that gives an app this look, from the values that the preview uses. */
export function LookCode({ look }: { look: Look }) {
  const { config, css } = printDress(dressOf(look))
  return (
    <section className="printed" aria-labelledby="printed">
      <h3 id="printed">In your app</h3>
      <Block name="Provider" code={config} />
      {css !== '' && <Block name="Style sheet" code={css} />}
    </section>
  )
}

function Block({ name, code }: { name: string; code: string }) {
  return (
    <figure>
      <figcaption>
        <span className="grow">{name}</span>
        <CopyButton text={code} label="Copy" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
