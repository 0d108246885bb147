import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '../../bin/files.ts'
import type { Io } from '../../bin/io.ts'

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-conformance-files-'))
  const files = ['work/docs/api.yaml', 'work/models/a.yaml', 'work/.hidden/a.yaml', 'work/docs/.a.yaml', 'other/b.yaml']
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), file)
  }
  await symlink(join(root, 'other/b.yaml'), join(root, 'work/docs/link.yaml'))
})

afterAll(() => rm(root, { recursive: true }))

/** Where a document is, and what is read of the files that it refers to. */
const read = async (cwd: string, value: string, ...names: readonly string[]) => {
  const document = await readDocument(value, '--reference', { cwd: join(root, cwd) } as Io)
  if (!('sibling' in document)) return undefined
  return { path: document.path, texts: await Promise.all(names.map(name => document.sibling?.(name))) }
}

test('files of the working directory are read, if the document is in it', async () => {
  const names = ['models/a.yaml', 'docs/api.yaml', 'a.yaml']
  expect(await read('work', 'docs/api.yaml', ...names)).toEqual({
    path: 'docs/api.yaml',
    texts: ['work/models/a.yaml', 'work/docs/api.yaml', undefined],
  })
})

test('otherwise those in the directory of the document', async () => {
  expect(await read('other', '../work/docs/api.yaml', 'api.yaml', '../models/a.yaml', 'models/a.yaml')).toEqual({
    path: 'api.yaml',
    texts: ['work/docs/api.yaml', undefined, undefined],
  })
})

test('what is hidden, no file, or reached through a link is not read', async () => {
  const names = ['.hidden/a.yaml', 'docs/.a.yaml', 'docs', 'docs/link.yaml', '../other/b.yaml']
  expect((await read('work', 'docs/api.yaml', ...names))?.texts).toEqual(names.map(() => undefined))
})

test('a URL is left as it is', async () => {
  expect(await readDocument('https://a.example/b.yaml', '--reference', {} as Io)).toEqual({
    url: 'https://a.example/b.yaml',
  })
})
