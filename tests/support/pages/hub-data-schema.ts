import { dataSchema } from '../../../reference-impl/data.ts'

/** The schema of the files of `serve --data`, as the package publishes it. */
export const hubDataSchema = (): string => {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Data of the reference hub',
    description: 'What `hub-conformance serve --data` has from the start, next to its own user and organization.',
  }
  return `${JSON.stringify({ ...head, ...dataSchema }, null, 2)}\n`
}
