import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
  type LineCounter,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from 'yaml'

/** Levels of nesting beyond which YAML is not read. */
const deepest = 300

// The library composes recursively, and running out of stack inside it can take the whole process down with it.
function* tokens(source: string, lines: LineCounter | undefined): Generator<CST.Token> {
  const parser = new Parser(lines?.addNewLine)
  lines?.addNewLine(0)
  for (const lexeme of new Lexer().lex(source)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > deepest) throw new RangeError(`nested too deeply, more than ${deepest} levels`)
  }
  yield* parser.end()
}

/**
 * The documents of a YAML or JSON text, at least one, each with its errors.
 *
 * @throws RangeError if the text is nested too deeply to be read.
 */
export const yamlDocuments = (
  source: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
  lines?: LineCounter,
): Generator<Document.Parsed, void> => new Composer(options).compose(tokens(source, lines), true, source.length)
