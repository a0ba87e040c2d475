import { coloursOf, type Look, sampleLooks } from '@sallyport/gallery'

/** A few sample looks to start from. */
export function Samples({ onChange }: { onChange: (look: Look) => void }) {
  return (
    <div className="look-samples">
      {Object.entries(sampleLooks).map(([name, look]) => {
        const { bg, accent } = coloursOf(look, false)
        return (
          <button type="button" key={name} onClick={() => onChange(look)}>
            <span style={{ background: bg }} aria-hidden="true">
              <i style={{ background: accent }} />
            </span>
            {name}
          </button>
        )
      })}
    </div>
  )
}
