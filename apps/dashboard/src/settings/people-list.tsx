import { type FormEvent, useState } from 'react'
import { call } from '../call.js'
import { Field } from '../ui/field.js'
import { Icon } from '../ui/icon.js'
import { Problem } from '../ui/problem.js'
import { useLoaded } from '../use-loaded.js'
import { type Entry, type EntryType, readEntries } from './read-entries.js'

const typeNames: Record<EntryType, string> = {
  email: 'Email',
  emailDomain: 'Email domain',
  phone: 'Phone',
  wallet: 'Wallet',
  did: 'User id',
}

/** The entries of the allow or the deny list: list, add many, remove. Changes are saved at once. */
export function PeopleList(props: { name: 'allowlist' | 'denylist'; label: string }) {
  const { name, label } = props
  const path = `/api/app/${name}`
  const { value: entries, problem, isBusy, run } = useLoaded<(Entry & { id: string })[]>(path)
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const { entries: found, unread } = readEntries(text)
    const left = new Set(found)
    const isDone = await run(async () => {
      for (const entry of found) {
        await call(path, 'POST', entry)
        left.delete(entry)
      }
    })
    setText([...[...left].map(({ value }) => value), ...unread].join('\n'))
    const count = found.length - left.size
    const added = count === 1 ? '1 entry added' : `${count} entries added`
    setSaid(isDone && unread.length > 0 ? `${added}. The rest is not an entry.` : added)
  }
  const remove = ({ type, value }: Entry) =>
    void run(() => call(`${path}?${new URLSearchParams({ type, value })}`, 'DELETE')).then(
      (isDone) => isDone && setSaid(`${value} removed`),
    )
  return (
    <>
      <Problem sentence={problem} />
      {entries && entries.length > 0 && (
        <ul className="rows list" aria-label={label}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <span className="grow">
                <span dir="ltr">{entry.value}</span>
                <small>{typeNames[entry.type]}</small>
              </span>
              <button
                type="button"
                className="button quiet icon-only"
                aria-label={`Remove ${entry.value}`}
                disabled={isBusy}
                onClick={() => remove(entry)}
              >
                <Icon name="trash" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="fold" onSubmit={(event) => void add(event)}>
        <Field
          label={`Add to the ${label.toLowerCase()}`}
          lines={3}
          value={text}
          placeholder={'ada@example.com\nexample.org'}
          help={`One per line: email, email domain, phone with country code, wallet${name === 'denylist' ? ', user id' : ''}.`}
          onChange={setText}
        />
        <div className="actions">
          <button type="submit" className="button" disabled={isBusy || text.trim() === ''}>
            Add
          </button>
          <span role="status" className="note">
            {said}
          </span>
        </div>
      </form>
    </>
  )
}
