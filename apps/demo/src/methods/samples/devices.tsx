import { type UserSession, useSallyport, useSessions } from '@sallyport/react'
import { useCallback, useEffect, useState } from 'react'

export function Devices() {
  const { authenticated, login } = useSallyport()
  if (authenticated) return <SessionList />
  return (
    <button type="button" onClick={() => login()}>
      Log in first
    </button>
  )
}

function SessionList() {
  const { listSessions, endSession } = useSessions()
  const [sessions, setSessions] = useState<UserSession[]>([])
  const [problem, setProblem] = useState('')
  const load = useCallback(
    () =>
      listSessions().then(setSessions, (error: Error) => {
        setProblem(error.message)
      }),
    [listSessions],
  )
  useEffect(() => void load(), [load])

  // A user with a second factor is asked for it.
  const end = (id: string) =>
    endSession(id).then(load, (error: Error) => {
      setProblem(error.message)
    })
  return (
    <ul>
      {sessions.map(({ id, browser, system, lastUsedAt, isCurrent }) => (
        <li key={id}>
          {browser} on {system}, last used {lastUsedAt.toLocaleString()}{' '}
          {isCurrent ? (
            '(this one)'
          ) : (
            <button type="button" onClick={() => end(id)}>
              Log out
            </button>
          )}
        </li>
      ))}
      {problem && <li role="alert">{problem}</li>}
    </ul>
  )
}
