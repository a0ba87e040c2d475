import { expect, test } from 'vitest'
import { readDockerfile } from './read-dockerfile.js'

test('reads stages, joins broken lines, and leaves out comments', () => {
  const text = '# A comment\nFROM a AS build\nRUN one \\\n      --two\n\nFROM b\nUSER c\n'
  expect(readDockerfile(text)).toEqual([
    [
      { name: 'FROM', text: 'a AS build' },
      { name: 'RUN', text: 'one --two' },
    ],
    [
      { name: 'FROM', text: 'b' },
      { name: 'USER', text: 'c' },
    ],
  ])
  expect(() => readDockerfile('run x')).toThrow('Not an instruction')
})
