import { expect, test } from 'vitest'
import { valuesOf } from '../../contracts/causes/paths.ts'

test.each<[string, string, readonly string[] | undefined]>([
  ['/v2/{a}/tags/{b}', '/v2/one/tags/two', ['one', 'two']],
  ['/v2/{a}/tags', '/v2/one/images', undefined],
  ['/v2/{a}', '/v2/', undefined],
  ['/v2/{a}', '/v2/one/two', undefined],
  ['/v2/tags', '/v2/tags', []],
  ['/v2/{a}.json', '/v2/one.json', ['one']],
  ['/v2/{a}.json', '/v2/.json', undefined],
  ['/v2/a{b}a', '/v2/a', undefined],
  ['/v2/(x', '/v2/(x', []],
  [`/${'a'.repeat(1_000_000)}/{b}`, '/a/b', undefined],
  [`/${'{'.repeat(1_000_000)}`, '/a', undefined],
])('%.40s and %.40s', (template, path, values) => {
  expect(valuesOf(template, path)).toEqual(values)
})
