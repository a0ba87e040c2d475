import { type Look, legibilityOf } from '@sallyport/gallery'
import { Icon } from '../ui/icon.js'

/** Lists the contrast of each pair of text and background colour in a look. */
export function Legibility({ look, prefersDark }: { look: Look; prefersDark: boolean }) {
  const pairs = legibilityOf(look, prefersDark)
  const poor = pairs.filter(({ ratio, least }) => ratio < least).length
  return (
    <section className="legibility" aria-labelledby="legibility">
      <h3 id="legibility">Contrast</h3>
      <p className={poor > 0 ? 'problem' : 'help'} role="status">
        {poor === 0
          ? 'All text has a contrast of at least 4.5 : 1.'
          : `${poor === 1 ? 'One pair has' : `${poor} pairs have`} too little contrast.`}
      </p>
      <ul>
        {pairs.map(({ name, front, back, ratio, least }) => (
          <li key={name} data-poor={ratio < least}>
            <span className="swatch" style={{ color: front, background: back }} aria-hidden="true">
              Aa
            </span>
            <span className="grow">{name}</span>
            <span className="ratio">
              {/* Truncated, not rounded: 4.49 must not show as 4.5. */}
              {(Math.floor(ratio * 10) / 10).toFixed(1)} : 1
            </span>
            <Icon name={ratio < least ? 'alert' : 'check'} size={16} />
            <span className="hidden">{ratio < least ? `less than ${least}` : 'enough'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
