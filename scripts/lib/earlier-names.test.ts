import { withCurrentNames as inPrograms } from '@sallyport/process'
import { expect, test, vi } from 'vitest'
import { withCurrentNames } from './earlier-names.mjs'

test('npm run serve knows the earlier names that the programs know, and prints each', () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const env = { SALLYPORT_DELEGATE_SOCKET: '/a', SALLYPORT_DELEGATE_USER: '7', PATH: '/bin' }

  const current = withCurrentNames({ ...env, SALLYPORT_SIGNER_USER: '8' })
  const lines = printed.mock.calls.map(([line]) => line)
  printed.mockRestore()

  expect(current).toEqual({
    SALLYPORT_SIGNER_SOCKET: '/a',
    SALLYPORT_SIGNER_USER: '8',
    PATH: '/bin',
  })
  expect(inPrograms({ ...env, SALLYPORT_SIGNER_USER: '8' })).toMatchObject(current)
  expect(lines).toEqual([
    '  SALLYPORT_DELEGATE_SOCKET is now SALLYPORT_SIGNER_SOCKET: rename it.\n',
    '  SALLYPORT_DELEGATE_USER is now SALLYPORT_SIGNER_USER: rename it.\n',
  ])
})
