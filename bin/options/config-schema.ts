import { type OptionName, type OptionSpec, optionTable } from './table.ts'

const text = { type: ['string', 'number'] } as const

const shape = ({ kind, value }: OptionSpec): object => {
  const single = value === 'LEVEL' ? { enum: ['must', 'should', 'may'] } : text
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

/** The JSON Schema of the configuration file, made from the option table. */
export const configSchema = (names: readonly OptionName[]): object => {
  const options = Object.fromEntries(
    names.map(name => [name, { description: optionTable[name].describe, ...shape(optionTable[name]) }]),
  )
  const file = { type: 'string', minLength: 1 }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of hub-conformance',
    description: 'Options of a run, as on the command line. Secrets are given in the environment, never here.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      extends: {
        description: 'A configuration, or several, that this one changes; relative to this file, the last one first.',
        anyOf: [file, { type: 'array', items: file }],
      },
      targets: {
        description: 'Targets by name, each with options of its own. All are run unless --target names one.',
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9][\\w.-]*$' },
        additionalProperties: { $ref: '#/$defs/options' },
      },
      ...Object.fromEntries(names.map(name => [name, { $ref: `#/$defs/options/properties/${name}` }])),
    },
    $defs: { options: { type: 'object', additionalProperties: false, properties: options } },
  }
}
