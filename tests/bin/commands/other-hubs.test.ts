import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parametersOf } from '../../../checks/path-template.ts'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import { operationRoles } from '../../../contracts/bindings/roles.ts'
import { credentialForm } from '../../../engine/credentials/form.ts'
import { resolveBindings } from '../../../engine/probe/bindings.ts'

const page = await readFile(new URL('../../../docs/other-hubs.md', import.meta.url), 'utf8')

describe('the page on hubs of other shapes', () => {
  test('names every operation, and what its path takes', () => {
    for (const { operation, path } of dockerHub) {
      const row = page.split('\n').find(line => line.startsWith('|') && line.includes(`\`${operation}\``))
      for (const role of operationRoles[operation].slice(0, parametersOf(path).length))
        expect(row, operation).toContain(role)
    }
  })

  test('shows a binding file that is taken', () => {
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
    const bindings = resolveBindings(parse(text), undefined)
    for (const [operation, { path }] of Object.entries(parse(text).operations as Record<string, { path: string }>))
      expect(bindings.get(operation as keyof typeof operationRoles)).toMatchObject({ path, from: 'file' })
  })

  test('shows forms of credentials that are taken', () => {
    const forms = [...page.matchAll(/--auth-header '([^']+)'/g)].map(([, form = '']) => credentialForm(form))
    expect(forms.map(({ name }) => name)).toEqual(['x-api-key', 'authorization', 'cookie', 'authorization'])
  })
})
