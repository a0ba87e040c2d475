import { describe, expect, test } from 'vitest'
import { addresses, listenAddresses, readAddresses } from './addresses.js'

describe('readAddresses', () => {
  test('reads paths and hosts', () => {
    expect(
      readAddresses('/run/v.sock, unix:/run/w.sock,tls:vault-1.internal:4430,tls:[fd00::1]:1'),
    ).toEqual([
      { kind: 'unix', path: '/run/v.sock' },
      { kind: 'unix', path: '/run/w.sock' },
      { kind: 'tls', host: 'vault-1.internal', port: 4430 },
      { kind: 'tls', host: 'fd00::1', port: 1 },
    ])
  })

  test.each([
    'tls:',
    'tls:host',
    'tls::4430',
    'tls:host:0',
    'tls:host:65536',
    'tls:fd00::1:4430',
    'tls://host:1',
    'tls:a b:1',
    'tls:host:1x',
  ])('error: refuses %s', (text) => {
    expect(() => readAddresses(text)).toThrow(TypeError)
    expect(() => readAddresses(`/run/v.sock,${text}`)).toThrow(TypeError)
  })
})

describe('addresses', () => {
  const setting = addresses({ meaning: '' })

  test('gives the text back', () => {
    expect(setting.read('/run/v.sock', 'NAME')).toEqual({ value: '/run/v.sock' })
  })

  test('error: says which setting is wrong', () => {
    expect(setting.read('tls:host', 'NAME')).toEqual({
      problem: expect.stringContaining('NAME must be paths of Unix sockets or addresses'),
    })
  })
})

describe('listenAddresses', () => {
  const setting = listenAddresses({ meaning: '' })

  test('reads hosts with ports, or nothing', () => {
    expect(setting.read('', 'NAME')).toEqual({ value: [] })
    expect(setting.read('tls:0.0.0.0:4430', 'NAME')).toEqual({
      value: [{ kind: 'tls', host: '0.0.0.0', port: 4430 }],
    })
  })

  test.each(['/run/v.sock', 'tls:0.0.0.0:4430,/run/v.sock', 'tls:x'])(
    'error: refuses %s',
    (text) => {
      expect(setting.read(text, 'NAME')).toEqual({ problem: expect.stringContaining('NAME') })
    },
  )
})
