export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/** Asks for candidates; the completion scripts are the only ones who write it. */
export const completeOption = '--complete'
