/** The suite's name and version, as reports carry them. */
export const tool = { name: 'hub-conformance', version: '0.1.0' } as const
