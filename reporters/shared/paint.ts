import pc from 'picocolors'

/** Colours, or none of them. */
export const paint = (enabled: boolean) => pc.createColors(enabled)

export type Paint = ReturnType<typeof paint>
