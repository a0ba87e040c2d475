import { describe, expect, test } from 'vitest'
import { foreignSite, readLogin } from './login-message.js'

const page = 'app.example:8080'
const login = (domain: string, uri: string | null) => {
  const message = readLogin(
    `${domain} wants you to sign in with your Ethereum account:\n0x1\n\n${uri === null ? '' : `URI: ${uri}`}`,
  )
  if (!message) throw new Error('Not a login')
  return message
}

describe('foreignSite', () => {
  test.each<[string, string | null]>([
    [page, null],
    [page, `https://${page}`],
    [page, `https://${page}/login?next=1#top`],
    ['APP.example:8080', `HTTPS://APP.EXAMPLE:8080/`],
    [page, 'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  ])('a login at %s with URI %s is the page’s own', (domain, uri) => {
    expect(foreignSite(login(domain, uri), page)).toBeNull()
  })

  test('the usual port may be written or left out', () => {
    expect(foreignSite(login('app.example', 'https://app.example:443/'), 'app.example')).toBeNull()
    expect(foreignSite(login('app.example', 'http://app.example:443/'), 'app.example')).toBe(
      'app.example:443',
    )
  })

  test.each<[string, string | null, string]>([
    ['evil.example', null, 'evil.example'],
    ['app.example', null, 'app.example'],
    [page, 'https://evil.example/', 'evil.example'],
    [page, `https://${page}@evil.example/`, `https://${page}@evil.example/`],
    [page, `https://evil.example\\@${page}/`, `https://evil.example\\@${page}/`],
    [page, 'https:evil.example', 'https:evil.example'],
    [page, `https://${page}.evil.example/`, `${page}.evil.example`],
    [page, '//evil.example', '//evil.example'],
  ])('a login at %s with URI %s is for %s', (domain, uri, site) => {
    expect(foreignSite(login(domain, uri), page)).toBe(site)
  })
})
