import { beforeAll, describe, expect, it } from 'vitest'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type { Binding } from '../../../contracts/operations.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { checkIntegrity, checkReferences } from '../../../engine/replay/integrity.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { runTwisted } from '../../support/run.ts'

/** A report that may be edited. */
type Draft<T> = T extends object ? { -readonly [Key in keyof T]: Draft<T[Key]> } : T

const known = new Map(catalogue.map(requirement => [requirement.id, requirement]))
const id = 'presence/get-repository'
let honest: Report

beforeAll(async () => {
  honest = JSON.parse(JSON.stringify(await runTwisted(undefined, { select: { only: [id] } })))
})

const sealed = (report: Report): Report => ({ ...report, digest: digestOf(report) })

/** The report after an edit by somebody who makes its digest anew. */
const edited = (edit: (draft: Draft<Report>) => unknown): Report => {
  const draft = structuredClone(honest) as Draft<Report>
  edit(draft)
  return sealed(draft as Report)
}

const first = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('the report is empty')
  return item
}

/** The requirement that was selected. */
const chosen = (draft: Draft<Report>) => first(draft.requirements.filter(each => each.id === id))

describe('the parts of a report that agree', () => {
  it('are those of an honest one', () => {
    expect(checkReferences(honest)).toEqual([])
    expect(checkIntegrity(honest, known)).toEqual([])
  })

  it('are those of the first version, which had no advice, and of requirements that are not known', () => {
    const report = edited(draft => {
      chosen(draft).fix = ''
    })
    expect(checkIntegrity(report, known)).toEqual([])
    expect(checkIntegrity(honest, new Map())).toEqual([])
  })

  it('are those of a binding that the user gave', () => {
    const report = edited(draft => {
      Object.assign(first(draft.bindings), { from: 'file', path: '/elsewhere' })
    })
    expect(checkIntegrity(report, known).filter(({ place }) => place.startsWith('binding'))).toEqual([])
  })
})

describe('a binding', () => {
  const bindingsThatDisagree = (edit: (draft: Draft<Report>) => unknown): readonly string[] =>
    checkIntegrity(edited(edit), known).flatMap(({ place }) => (place.startsWith('binding ') ? place.slice(8) : []))
  const operationsOf = (draft: Draft<Report>) => draft.documents.reference?.operations ?? []
  const tokens = '/v2/access-tokens'

  /** The tokens are below the name of their account; one path has another name. */
  const moved = (draft: Draft<Report>, other?: string): void => {
    for (const each of operationsOf(draft)) each.path = each.path.replace(tokens, '/v2/users/{user}/keys')
    for (const each of draft.bindings)
      each.path = each.path.replace(tokens, `/v2/users/${each.operation === other ? 'b' : 'a'}/keys`)
  }

  it('may have the name of the account in its path, as that of the list of tokens has', () => {
    expect(bindingsThatDisagree(draft => moved(draft))).toEqual([])
    expect(bindingsThatDisagree(draft => moved(draft, 'pat.get'))).toEqual(['pat.get'])
    // Every path has that of the list.
    expect(bindingsThatDisagree(draft => moved(draft, 'pat.list')).length).toBeGreaterThan(2)
  })

  it('is not missed where the report has none, nor compared with a reference that it does not have', () => {
    expect(bindingsThatDisagree(draft => draft.bindings.splice(0))).toEqual([])
    expect(bindingsThatDisagree(draft => operationsOf(draft).splice(0)).length).toBeGreaterThan(5)
    expect(
      bindingsThatDisagree(draft => {
        delete draft.documents.reference
        for (const { operation } of draft.bindings.splice(0))
          draft.bindings.push(structuredClone(dockerHub.find(each => each.operation === operation)) as Draft<Binding>)
      }),
    ).not.toContain('pat.get')
  })

  it('has the form of credentials that was used, one of those that the reference declares', () => {
    const form =
      (used: string, operation = 'GetRepository') =>
      (draft: Draft<Report>) => {
        for (const each of operationsOf(draft)) each.credentialForms = ['X-A: {token}', 'X-B: {token}']
        for (const each of draft.bindings)
          if (each.from === 'reference') Object.assign(each, { credentialForm: 'X-B: {token}' })
        for (const each of draft.bindings)
          if (each.operation === operation) Object.assign(each, { credentialForm: used })
      }
    expect(bindingsThatDisagree(form('X-B: {token}'))).toEqual([])
    expect(bindingsThatDisagree(form('X-A: {token}'))).toEqual([])
    expect(bindingsThatDisagree(form('X-C: {token}'))).toEqual(['GetRepository'])
  })
})

describe('an exchange that nothing has', () => {
  const added = (count: number): Report =>
    edited(draft => {
      for (let at = 1; at <= count; at++) draft.exchanges.push({ ...first(draft.exchanges), id: `y${at}` })
    })

  it.each([
    [1, 'y1', 'no case and no fixture has this exchange'],
    [2, 'y1, y2', 'no case and no fixture has these 2 exchanges'],
    [3, 'y1, y2, y3', 'no case and no fixture has these 3 exchanges'],
    [5, 'y1, y2, y3 and 2 more', 'no case and no fixture has these 5 exchanges'],
  ])('%i of them are one line', (count, place, says) => {
    expect(checkReferences(added(count))).toEqual([{ place, says }])
  })
})

describe('an exchange that is not there', () => {
  it.each<readonly [string, (draft: Draft<Report>) => unknown, string]>([
    ['of a fixture', ({ fixtures }) => first(fixtures).exchanges.push('y1', 'y1'), 'fixture'],
    [
      'that a value of a fixture names',
      ({ fixtures }) =>
        Object.assign(first(fixtures), {
          value: { witness: { exchange: 'y1' }, other: null, n: 1, odd: { exchange: 7 } },
        }),
      'fixture',
    ],
    ['of a case', draft => first(chosen(draft).cases).exchanges.push('y1'), id],
    ['that is the evidence of a case', draft => first(chosen(draft).cases).evidence.push('y1'), id],
  ])('%s is named once, with who names it', (_name, edit, place) => {
    const missing = checkReferences(edited(edit)).filter(({ says }) => says.endsWith('is not in the report'))
    expect(missing).toEqual([{ place: expect.anything(), says: 'the exchange y1 is not in the report' }])
    expect(missing[0]?.place.startsWith(`${place}${place === id ? ', ' : ' '}`)).toBe(true)
  })

  it('and one whose id another has', () => {
    const report = edited(({ exchanges }) => exchanges.push(first(exchanges)))
    expect(checkReferences(report)).toEqual([{ place: first(report.exchanges).id, says: 'two exchanges have this id' }])
  })
})

describe('what a report repeats', () => {
  it.each(['suite', 'level', 'title', 'since', 'until', 'source', 'fix'] as const)(
    'of the catalogue is the same there: %s',
    key => {
      const report = edited(draft => Object.assign(chosen(draft), { [key]: 'another' }))
      expect(checkIntegrity(report, known)).toContainEqual({
        place: id,
        says: `its ${key} is not that of the catalogue`,
      })
    },
  )

  it.each([
    ['default', 'login', 'suite'],
    ['reference', 'GetRepository', 'reference'],
  ])('of a binding of the %s is what stands there', (from, operation, says) => {
    const report = edited(({ bindings }) => {
      const binding = first(bindings.filter(each => each.operation === operation))
      Object.assign(binding, { from, path: '/elsewhere' })
    })
    expect(checkIntegrity(report, known)).toContainEqual({
      place: `binding ${operation}`,
      says: `it is not what the ${says} says`,
    })
  })

  it('as its conclusion follows from its requirements', () => {
    const summary = edited(draft => draft.summary.must.verified++)
    expect(checkIntegrity(summary, known)).toEqual([
      { place: 'summary', says: 'the numbers are not those of the requirements' },
    ])
    const result = edited(draft => Object.assign(draft, { result: 'incomplete' }))
    expect(checkIntegrity(result, known)).toEqual([
      { place: 'result', says: `report says incomplete, its requirements say ${honest.result}` },
    ])
  })

  it('is there once', () => {
    const report = edited(draft => draft.requirements.push(chosen(draft), chosen(draft)))
    expect(checkIntegrity(report, known)[0]).toEqual({ place: id, says: 'it is in the report twice' })
    expect(checkIntegrity(report, known).filter(({ says }) => says === 'it is in the report twice')).toHaveLength(1)
  })
})

describe('a reason', () => {
  const reason = { code: 'not-gone', values: { expected: 410, status: 200 }, message: 'All is well.' }
  const places: readonly (readonly [string, (draft: Draft<Report>, reason: unknown) => unknown])[] = [
    ['fixture', (draft, reason) => Object.assign(first(draft.fixtures), { reason })],
    [id, (draft, reason) => Object.assign(chosen(draft), { reason, fix: '' })],
    [`${id}, `, (draft, reason) => Object.assign(first(chosen(draft).cases), { reason })],
  ]

  it.each(places)('of %s has the sentence of its values', (place, edit) => {
    const found = checkIntegrity(
      edited(draft => edit(draft, reason)),
      known,
    )
    const says = 'the message of the reason not-gone is not the sentence of its values'
    expect(found.filter(each => each.says === says).map(each => each.place.startsWith(place))).toEqual([true])
  })

  it.each(places)('of %s has a code that is known', (_place, edit) => {
    const found = checkIntegrity(
      edited(draft => edit(draft, { ...reason, code: 'zzz' })),
      known,
    )
    expect(found.filter(({ says }) => says === 'the reason code zzz is not known')).toHaveLength(1)
  })
})

describe('the digest', () => {
  it('is that of the report', () => {
    expect(checkIntegrity({ ...honest, seed: honest.seed + 1 }, known)).toEqual([
      { place: 'digest', says: 'it is not that of the report: something was edited' },
    ])
  })

  it('is there', () => {
    const { digest: _digest, ...report } = honest
    expect(checkIntegrity(report, known)).toEqual([
      { place: 'digest', says: 'it is missing, so an edit that changes no verdict cannot be seen' },
    ])
  })
})
