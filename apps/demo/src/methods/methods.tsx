import { MethodView } from './method-view.js'
import { type MethodPage, methodPages, userPages } from './pages.js'

/** The list of login methods at `/methods`, and each method's page below it. */
export function Methods({ path }: { path: string }) {
  const id = path.split('/')[2] ?? ''
  const page = findPage(id)
  return page ? <MethodView page={page} /> : <MethodList />
}

function MethodList() {
  return (
    <>
      <header className="method-head">
        <h1>Login methods</h1>
        <p className="help">Each has a page that runs the code it shows.</p>
      </header>
      <PageList pages={methodPages} />
      <header className="method-head">
        <h2>After the login</h2>
      </header>
      <PageList pages={userPages} />
    </>
  )
}

function PageList({ pages }: { pages: Record<string, MethodPage> }) {
  return (
    <ul className="methods">
      {Object.entries(pages).map(([id, { title, help }]) => (
        <li key={id}>
          <a href={`/methods/${id}`}>
            <strong>{title}</strong>
            <span className="help">{help}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function findPage(id: string): MethodPage | undefined {
  return Object.entries({ ...methodPages, ...userPages }).find(([name]) => name === id)?.[1]
}
