import { resolve } from 'node:path'
import { expect } from 'vitest'

/**
 * Compares a text with the file that is generated from it.
 *
 * @param file - path in the repository
 * @param from - the file to open where the difference is not meant
 */
export const expectGenerated = async (text: string, file: string, from: string): Promise<void> => {
  try {
    await expect(text).toMatchFileSnapshot(resolve(file))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    error.message = `${file} is not what ${from} gives. If the change is meant, "npm run renew" writes it anew; else open ${from}. ${error.message}`
    throw error
  }
}
