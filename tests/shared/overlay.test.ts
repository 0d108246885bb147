import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { applyOverlay } from '../../engine/overlay/apply.ts'
import { checkDocs } from '../../engine/run.ts'
import { withVerdict } from '../support/run.ts'

const shared = (name: string): string => readFileSync(new URL(`../../../shared/${name}`, import.meta.url), 'utf8')

describe('the overlay file', () => {
  const schema = parse(shared('schemas/openapi-overlay-1.0.schema.yaml'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  const overlay = parse(readFileSync(new URL('../../contracts/overlay.yaml', import.meta.url), 'utf8'))

  it('fits the published schema of OpenAPI Overlay 1.0', () => {
    expect(validate(overlay), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    ['another version', { ...overlay, overlay: '2.0.0' }],
    ['no actions', { ...overlay, actions: [] }],
    ['a target that is no path', { ...overlay, actions: [{ ...overlay.actions[0], target: 'paths' }] }],
  ])('would not with %s', (_name, changed) => {
    expect(validate(changed)).toBe(false)
  })
})

describe('the published reference of Docker Hub with the overlay applied', () => {
  const reference = shared('docker-hub/latest.yaml')

  it('has all that it had, line by line, and the lifecycle', async () => {
    const { text, added, labelled, kept } = await applyOverlay(reference, 'latest.yaml')
    expect(kept).toBe(true)
    expect(added).toHaveLength(41)
    expect(labelled).toEqual([])
    const at = text.indexOf('  /v2/repositories:\n')
    const end = text.indexOf('components:\n')
    expect(text.slice(0, at) + text.slice(end)).toBe(reference)
  })

  it('passes the check of documents, its labels in the reference alone', async () => {
    const { text } = await applyOverlay(reference, 'latest.yaml')
    const report = await checkDocs({ documents: { reference: { from: 'latest.yaml', text } } })
    expect(report.result).toBe('conformant')
    expect(report.summary.must.verified).toBe(report.summary.must.inForce)
    expect(withVerdict(report, 'fail')).toEqual({})
    const labelled = report.requirements.filter(({ id }) => id.startsWith('labels/'))
    expect(labelled.map(({ verdict }) => verdict)).toEqual(labelled.map(() => 'pass'))
    expect(labelled).toHaveLength(6)
  })
})
