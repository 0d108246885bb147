import { type OptionName, type OptionSpec, optionTable } from '../../../bin/options/table.ts'

const text = { type: ['string', 'number'] } as const

/** A whole number, also written as text. */
const whole = ([minimum, maximum]: readonly [number, number]) => ({
  anyOf: [
    { type: 'integer', minimum, maximum },
    { type: 'string', pattern: '^\\d+$' },
  ],
})

const shape = ({ kind, choices, range }: OptionSpec): object => {
  const single = choices !== undefined ? { enum: choices } : range !== undefined ? whole(range) : text
  switch (kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'value':
      return single
    case 'optional':
      return { type: ['boolean', 'string'] }
    case 'list':
      return { anyOf: [single, { type: 'array', items: single }] }
  }
}

/** The JSON Schema of the configuration file, derived from the option table. */
export const configSchema = (names: readonly OptionName[]): object => {
  const options = Object.fromEntries(
    names.map(name => [name, { description: optionTable[name].describe, ...shape(optionTable[name]) }]),
  )
  const file = { type: 'string', minLength: 1 }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of hub-conformance',
    description: 'Options of a run, as on the command line. Secrets belong in the environment, not in this file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      extends: {
        description:
          'One or more configuration files that this one extends, relative to this file; later ones override earlier ones.',
        anyOf: [file, { type: 'array', items: file }],
      },
      targets: {
        description: 'Targets by name, each with its own options. All are run unless --target selects one.',
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9][\\w.-]*$' },
        additionalProperties: { $ref: '#/$defs/options' },
      },
      ...Object.fromEntries(names.map(name => [name, { $ref: `#/$defs/options/properties/${name}` }])),
    },
    $defs: { options: { type: 'object', additionalProperties: false, properties: options } },
  }
}
