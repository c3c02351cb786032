import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cloneList, cloneTable } from './clones.ts'
import { exportList, exportTable } from './exports.ts'
import { folderList, folderTable } from './folders.ts'
import { lengthTable } from './lengths.ts'
import { readTree } from './source.ts'
import type { SourceTree } from './source.ts'
import { wordList, wordTable } from './words.ts'

/**
 * How src is built, in figures: `node bench/structure/run.ts`. `--list exports`, `words`, `clones` or `folders` prints
 * the places instead, and `--root ../other-checkout` measures another checkout.
 */
const { values: options } = parseArgs({
  options: {
    list: { type: 'string' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
})

const LISTS: Readonly<Record<string, (tree: SourceTree) => string>> = {
  exports: exportList,
  words: wordList,
  clones: cloneList,
  folders: folderList,
}

const TABLES = [folderTable, lengthTable, exportTable, wordTable, cloneTable]

const tree = readTree(resolve(options.root))
if (options.list === undefined) {
  console.log(TABLES.map((measure) => measure(tree)).join('\n\n'))
} else {
  const list = LISTS[options.list]
  if (list === undefined) throw new Error(`--list takes ${Object.keys(LISTS).join(', ')}`)
  console.log(list(tree))
}
