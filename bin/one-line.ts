import { visible } from '../reporters/shared/text.ts'

/** A message as one line of plain text: what comes from outside cannot move the cursor or start a line of its own. */
export const oneLine = (message: string): string => visible(message.replace(/\s*\n\s*/g, ' ').trim())
