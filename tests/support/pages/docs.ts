import { sentences } from '../../../contracts/lifecycle.ts'
import type { Requirement } from '../../../contracts/requirement.ts'

const suiteOf = (id: string): string => id.split('/')[0] ?? ''

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const suitesOf = (catalogue: readonly Requirement[]): ReadonlyMap<string, readonly Requirement[]> => {
  const suites = new Map<string, Requirement[]>()
  for (const requirement of catalogue)
    suites.set(suiteOf(requirement.id), [...(suites.get(suiteOf(requirement.id)) ?? []), requirement])
  return suites
}

/** The source of a requirement; a sentence of the lifecycle document has its place on the page of the lifecycle. */
const sourceLink = ({ document, section, sentence }: Requirement['source']): string => {
  const key = sentences.find(each => each.section === section && each.text === sentence)?.key
  const text = `${document}, “${section}”`
  return document === 'lifecycle' && key !== undefined ? `[${text}](lifecycle.md#${key})` : text
}

/** Every requirement with its sentence, how it is checked and what proves the check. */
export const requirementsPage = (catalogue: readonly Requirement[]): string => {
  const lines = [
    '# Requirements',
    '',
    `Generated from the catalogue: ${catalogue.length} requirements in ${suitesOf(catalogue).size} suites. \`hub-conformance explain ID\` prints the same.`,
  ]
  for (const [suite, requirements] of suitesOf(catalogue)) {
    lines.push('', `## ${suite}`)
    for (const { id, level, statement, since, source, needs, how, fix, faults, tolerates } of requirements) {
      lines.push('', `### ${id}`, '', `**${level.toUpperCase()}** since ${since}. ${statement}`, '')
      lines.push(`> ${source.sentence}`, `>`, `> ${sourceLink(source)}`, '')
      lines.push(`Check: ${how}`, '', `Fix: ${fix}`, '')
      if (needs.length > 0) lines.push(`Fixtures: ${needs.join(', ')}.`, '')
      lines.push(
        'Faults:',
        '',
        ...Object.entries(faults).map(([name, { says, code }]) => `- \`${name}\` ${says} → \`${code}\``),
      )
      const variants = Object.entries(tolerates ?? {})
      if (variants.length > 0)
        lines.push('', 'Tolerated variants:', '', ...variants.map(([name, { says }]) => `- \`${name}\` ${says}`))
    }
  }
  return `${lines.join('\n')}\n`
}

/** The size of the matrix, in one sentence. */
export const totals = (catalogue: readonly Requirement[], variants: Readonly<Record<string, unknown>>): string => {
  const count = (of: (requirement: Requirement) => object | undefined): number =>
    catalogue.reduce((sum, requirement) => sum + Object.keys(of(requirement) ?? {}).length, 0)
  return `${catalogue.length} requirements, ${count(({ faults }) => faults)} faults, all detected; ${count(({ tolerates }) => tolerates)} tolerated variants of single requirements and ${Object.keys(variants).length} conforming hubs, none fails.`
}

/** What of its own faults the contract sees. */
const seenOf = ({ id, faults }: Requirement, seen: ReadonlyMap<string, readonly string[]>): string => {
  const names = Object.keys(faults)
  const found = names.filter(name => (seen.get(`${id}/${name}`) ?? []).length > 0)
  return found.length === 0 ? '' : found.length === names.length ? `all ${names.length}` : found.join(', ')
}

/** Requirement × faults that kill it. */
export const killMatrixPage = (
  catalogue: readonly Requirement[],
  variants: Readonly<Record<string, { readonly says: string }>>,
  seen: ReadonlyMap<string, readonly string[]>,
): string => {
  const faults = catalogue.flatMap(({ id, faults: own }) =>
    Object.entries(own).map(([name, fault]) => ({ id: `${id}/${name}`, of: id, fault })),
  )
  const killers = (id: string) => faults.filter(({ of, fault }) => of === id || fault.also?.[id] !== undefined)
  return `${[
    '# Kill matrix',
    '',
    'Generated from the catalogue; `npm test` runs each fault alone against the requirements that it names; `npm run test:all` also runs several at once against every requirement. Both require exactly the failures and reasons listed here.',
    '',
    totals(catalogue, variants),
    '',
    `The last column is the contract in \`contracts/pacts\` ([pact.md](pact.md)): of these ${faults.length} faults, Pact's verifier fails ${faults.filter(({ id }) => (seen.get(id) ?? []).length > 0).length}, measured with the verifier itself. A pact has no controls and no round trips, so it detects less than the suite.`,
    '',
    '| requirement | level | fails on its own faults | fails on faults of other requirements | own faults that the pact detects |',
    '|---|---|---|---|---|',
    ...catalogue.map(requirement => {
      const { id, level, faults: own } = requirement
      const others = killers(id).filter(({ of }) => of !== id)
      return `| ${id} | ${level} | ${cell(
        Object.entries(own)
          .map(([name, { code }]) => `${name} (${code})`)
          .join(', '),
      )} | ${cell(others.map(({ id: name }) => name).join(', '))} | ${cell(seenOf(requirement, seen))} |`
    }),
    '',
    '## Conforming hubs',
    '',
    '| variant | what is unusual |',
    '|---|---|',
    ...Object.entries(variants).map(([name, { says }]) => `| ${name} | ${cell(says)} |`),
  ].join('\n')}\n`
}
