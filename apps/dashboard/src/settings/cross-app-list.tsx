import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import { RemoveEntry } from './remove-entry.js'

/** An app or site, by id or origin. */
interface Entry {
  value: string
  name?: string
  readOnly: boolean
}

/** The apps or sites of one list, each with what it may do. */
export function CrossAppList(props: {
  title: string
  label: string
  placeholder?: string
  entries: readonly Entry[]
  /** Whether an entry has a name of its own, which users read. */
  isNamed?: boolean
  onChange: (entries: Entry[]) => void
}) {
  const { title, label, placeholder = '', entries, isNamed = false, onChange } = props
  const put = (index: number, next: Entry) =>
    onChange(entries.map((each, at) => (at === index ? next : each)))
  const added: Entry = { value: '', readOnly: false, ...(isNamed && { name: '' }) }
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields of one entry stay in place while it is typed
        <div className="entry" key={index}>
          <Field
            label={`${label} ${index + 1}`}
            value={entry.value}
            placeholder={placeholder}
            onChange={(value) => put(index, { ...entry, value })}
          />
          {isNamed && (
            <Field
              label={`Name ${index + 1}`}
              value={entry.name ?? ''}
              help="As users read it."
              onChange={(name) => put(index, { ...entry, name })}
            />
          )}
          <Switch
            label="Addresses only"
            help="It may not ask for signatures or payments."
            checked={entry.readOnly}
            onChange={(readOnly) => put(index, { ...entry, readOnly })}
          />
          <RemoveEntry
            label={`Remove ${entry.value || `${label} ${index + 1}`}`}
            onRemove={() => onChange(entries.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <button type="button" className="button" onClick={() => onChange([...entries, added])}>
          {isNamed ? 'Add a site' : 'Add an app'}
        </button>
      </div>
    </fieldset>
  )
}
