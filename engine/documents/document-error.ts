/** A text that is not a document of the expected sort at all. The message is one sentence that says what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
