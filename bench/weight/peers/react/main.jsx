import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" id="login" onClick={() => setCount(count + 1)}>
      Log in
    </button>
  )
}
createRoot(document.getElementById('root')).render(<App />)
