/** The script of a service's double, with the part of its interface that clients use. */
export function widgetScript(name: 'turnstile' | 'hcaptcha'): string {
  return `(() => {
  const origin = new URL(document.currentScript.src).origin
  const runs = new Map()
  const start = ({ place, options }) => {
    const key = options.sitekey
    const give = async () => {
      const answer = await fetch(origin + '/token?sitekey=' + encodeURIComponent(key))
      options.callback((await answer.json()).token)
    }
    if (key === 'silent') return
    if (key === 'fail') return setTimeout(() => options['error-callback']('300010'))
    if (key !== 'ask') return give()
    const asks = options['before-interactive-callback'] ?? options['open-callback']
    const button = document.createElement('button')
    button.textContent = 'I am human'
    button.style.minHeight = '44px'
    button.onclick = give
    place.append(button)
    asks?.()
  }
  let serial = 0
  window.${name} = {
    render(place, options) {
      const id = String(++serial)
      const run = { place, options }
      runs.set(id, run)
      ${name === 'turnstile' ? 'start(run)' : ''}
      return id
    },
    execute: (id) => start(runs.get(id)),
    remove(id) {
      runs.get(id)?.place.replaceChildren()
      runs.delete(id)
    },
  }
})()
`
}
