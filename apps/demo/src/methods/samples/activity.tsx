import { type AccountEvent, useSallyport, useSessions } from '@sallyport/react'
import { useEffect, useState } from 'react'

export function Activity() {
  const { authenticated, login } = useSallyport()
  if (authenticated) return <EventList />
  return (
    <button type="button" onClick={() => login()}>
      Log in first
    </button>
  )
}

function EventList() {
  const { listActivity } = useSessions()
  const [events, setEvents] = useState<AccountEvent[]>([])
  const [problem, setProblem] = useState('')

  useEffect(() => {
    listActivity({ limit: 20 }).then(
      (page) => setEvents(page.events),
      (error: Error) => setProblem(error.message),
    )
  }, [listActivity])
  return (
    <ul>
      {events.map(({ id, kind, at, browser, system }) => (
        <li key={id}>
          {at.toLocaleString()}: {kind} {browser && `(${browser} on ${system})`}
        </li>
      ))}
      {problem && <li role="alert">{problem}</li>}
    </ul>
  )
}
