/** The script of a service's double, with the part of its interface that clients use. */
export function widgetScript(name: 'turnstile' | 'hcaptcha'): string {
  return `(() => {
  const origin = new URL(document.currentScript.src).origin
  const runs = new Map()
  const ask = ({ place, options }, give, expires) => {
    const button = document.createElement('button')
    button.textContent = 'I am human'
    button.style.cssText = 'min-height:65px;width:100%;box-sizing:border-box;padding:0 16px;border:1px solid #767676;background:#fafafa;color:#232323;font:16px system-ui,sans-serif'
    button.onclick = give
    place.replaceChildren(button)
    const asks = options['before-interactive-callback'] ?? options['open-callback']
    asks?.()
    if (!expires) return
    button.textContent = 'I am slow'
    button.onclick = () => {
      ask({ place, options }, give, false)
      const expired = options['timeout-callback'] ?? options['chalexpired-callback']
      expired?.()
    }
  }
  const start = async (run) => {
    if (run.isAsking) return
    const { options } = run
    const key = encodeURIComponent(options.sitekey)
    const { answer } = await (await fetch(origin + '/answer?sitekey=' + key)).json()
    const give = async () => {
      const token = await fetch(origin + '/token?sitekey=' + key)
      options.callback((await token.json()).token)
    }
    if (answer === 'silent') return
    if (answer === 'fail') return options['error-callback']('300010')
    if (answer !== 'ask' && answer !== 'expire') return give()
    run.isAsking = true
    ask(run, give, answer === 'expire')
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
