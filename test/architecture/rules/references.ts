import type { Rule, SourceTree, Violation } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

/** A file as a sentence names it: `some-file.ts`, or with folders before it. */
const FILE_NAME = /(?<![\w./@*-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|js|md|yaml|yml|lua)\b(?![\w/*-])/g

/** A constant as it is written in code; `…_*` stands for several of them. */
const CONSTANT = /(?<![\w.$*])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?![*(])/g

const DOCUMENTS = /\.(md|yaml|example)$/

interface Sentence {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Planted trees and the rules over them speak of files that exist in no repository. */
const speaksOfExamples = (path: string): boolean => isBelow('test/architecture')(path)

const linesFrom = (path: string, first: number, text: string): readonly Sentence[] =>
  text.split('\n').map((line, index) => ({ path, line: first + index, text: line }))

const comments = (tree: SourceTree): readonly Sentence[] =>
  [...tree.modules.values()]
    .filter(({ path }) => !speaksOfExamples(path))
    .flatMap((module) => module.comments.flatMap(({ line, text }) => linesFrom(module.path, line, text)))

const documents = (tree: SourceTree): readonly Sentence[] =>
  [...tree.files].filter(([path]) => DOCUMENTS.test(path)).flatMap(([path, text]) => linesFrom(path, 1, text))

const unresolved = (
  sentences: readonly Sentence[],
  pattern: RegExp,
  exists: (name: string) => boolean,
): readonly Violation[] =>
  sentences.flatMap(({ path, line, text }) =>
    [...text.matchAll(pattern)]
      .filter(([name]) => !exists(name))
      .map(([name]) => ({ path, line, message: `names ${name}, which is not there` })),
  )

/** A file that a comment or a document names exists: some path of the repository ends with what is written. */
export const quotedFilesExist: Rule = (tree) => {
  const paths = [...tree.files.keys()]
  const packages = tree.files.get('package.json') ?? ''
  const exists = (name: string): boolean =>
    paths.some((path) => path === name || path.endsWith(`/${name}`)) || packages.includes(`"${name}"`)
  return unresolved([...comments(tree), ...documents(tree)], FILE_NAME, exists)
}

/** Variables of the environment: those that a document sets, and those that code reads or sets by name. */
const variables = (tree: SourceTree): readonly string[] => [
  ...[...tree.files]
    .filter(([path]) => DOCUMENTS.test(path))
    .flatMap(([, text]) => [...text.matchAll(/^(?:# ?|export )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)),
  ...[...tree.modules.values()].flatMap(({ strings }) => strings.map(({ text }) => text)),
]

/** A constant that a comment or a document names is declared here, or is a variable of the environment. */
export const quotedConstantsExist: Rule = (tree) => {
  const declared = new Set<string>(variables(tree))
  for (const { declarations, identifiers, path } of tree.modules.values()) {
    if (speaksOfExamples(path)) continue
    for (const { name } of declarations) declared.add(name)
    for (const { name } of identifiers) declared.add(name)
  }
  return unresolved([...comments(tree), ...documents(tree)], CONSTANT, (name) => declared.has(name))
}
