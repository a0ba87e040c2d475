import { describe, expect, test } from 'vitest'
import { findContractingProblem } from './refuse-contracting.js'

const contracting = { '0070-one-name-contracts': 'the column wallet.label' }
const seen = (version: string) => ({
  ...{ holder: 'api1 10.0.0.31:3000', program: 'api', host: 'api1', seenMs: 0 },
  version,
})
const ask = (versions: string[], pending = ['0069-other', '0070-one-name-contracts']) =>
  findContractingProblem({ pending, contracting, running: versions.map(seen), version: '0.10.0' })

describe('findContractingProblem', () => {
  test('names what is removed and the older programs that run', () => {
    expect(ask(['0.9.2', '0.10.0'])).toBe(
      'This version removes the column wallet.label, which older programs use: ' +
        'api 0.9.2 on api1 10.0.0.31:3000. Stop them first; 15 seconds later the migration runs.',
    )
  })

  test.each([
    ['the same version', ['0.10.0']],
    ['newer programs', ['0.11.0', '1.0.0']],
    ['no program', []],
  ])('lets it run beside %s', (_, versions) => expect(ask(versions)).toBeUndefined())

  test('a step that says only by its name that it removes something is refused, too', () => {
    expect(ask(['0.1.0'], ['0071-unlisted-contracts'])).toContain(
      'removes 0071-unlisted-contracts,',
    )
  })

  test('a step that only adds runs beside older programs', () => {
    expect(ask(['0.1.0'], ['0069-other'])).toBeUndefined()
  })

  test.each(['unknown', '', '0.9', '0.x.0'])('a version %j counts as older', (version) =>
    expect(ask([version])).toContain('removes'),
  )
})
