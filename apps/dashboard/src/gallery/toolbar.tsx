import { type Address, languages, notes, sceneAt, widths, writeAddress } from '@sallyport/gallery'
import { Choice } from '../ui/choice.js'
import { Icon } from '../ui/icon.js'
import { nameOf } from './find-spots.js'

const widthNames = { 1280: 'Desktop', 390: '390', 320: '320' } as const
const widthOptions = widths.map((width) => ({ value: String(width), name: widthNames[width] }))
const languageOptions = Object.entries(languages).map(([value, name]) => ({ value, name }))

/** The current scene, buttons to its neighbours, and the preview's width and language. */
export function Toolbar(props: {
  address: Address
  change: (changed: Partial<Address>) => void
  step: (by: 1 | -1) => void
}) {
  const { address, change, step } = props
  const scene = sceneAt(address)
  const title = notes[address.screen]?.title ?? 'Unknown screen'
  return (
    <header className="gallery-bar">
      <div className="gallery-title">
        <h2>
          {title} <span>{scene ? nameOf(address) : 'Unknown scene'}</span>
        </h2>
        <p className="help">{scene?.when}</p>
      </div>
      <div className="gallery-steps">
        <StepButton name="Previous scene" icon="up" keys="Alt+ArrowUp" onPress={() => step(-1)} />
        <StepButton name="Next scene" icon="down" keys="Alt+ArrowDown" onPress={() => step(1)} />
        <a
          className="button quiet icon-only"
          href={`/preview.html${writeAddress(address)}`}
          target="_blank"
          rel="noreferrer"
          title="Open in a new tab"
        >
          <Icon name="external" size={16} />
          <span className="hidden">Open in a new tab</span>
        </a>
      </div>
      <div className="gallery-choices">
        <Choice
          label="Width"
          value={String(address.width)}
          options={widthOptions}
          onChange={(width) =>
            change({ width: widths.find((each) => String(each) === width) ?? widths[0] })
          }
        />
        <Choice
          label="Language"
          value={address.locale}
          options={languageOptions}
          onChange={(locale) => change({ locale })}
        />
      </div>
    </header>
  )
}

function StepButton(props: {
  name: string
  icon: 'up' | 'down'
  keys: string
  onPress: () => void
}) {
  const { name, icon, keys, onPress } = props
  return (
    <button
      type="button"
      className="button quiet icon-only"
      aria-keyshortcuts={keys}
      title={`${name} (${keys.replace('Arrow', '')})`}
      onClick={onPress}
    >
      <Icon name={icon} size={16} />
      <span className="hidden">{name}</span>
    </button>
  )
}
