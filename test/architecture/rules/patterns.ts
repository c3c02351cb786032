import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import type { AST } from '@eslint-community/regexpp'
import { checkSync } from 'recheck'
import type { Rule } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

// The analyser in JavaScript: its other forms are a Java archive and binaries, which nothing here should run.
process.env['RECHECK_BACKEND'] = 'pure'

const parser = new RegExpParser()

/** Verdicts come of counted steps alone: with limits of time a busy machine would find patterns slow. */
const STEPS_ALONE = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: null,
} as const

const unboundedQuantifiers = (pattern: AST.Pattern): readonly AST.Quantifier[] => {
  const found: AST.Quantifier[] = []
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max === Number.POSITIVE_INFINITY) found.push(node)
    },
  })
  return found
}

const isAnchored = ({ alternatives }: AST.Pattern): boolean =>
  alternatives.every(({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start')

/**
 * Without an unbounded repetition a match has a greatest length, so each place of the text costs a constant; with one
 * repetition of one character, tried at the start of the text alone, all tries together are one pass.
 */
const isLinearByForm = (pattern: AST.Pattern, flags: string): boolean => {
  const [first, ...others] = unboundedQuantifiers(pattern)
  if (first === undefined) return true
  const { type } = first.element
  const isOfOneCharacter = type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass'
  return others.length === 0 && isOfOneCharacter && isAnchored(pattern) && !flags.includes('m')
}

const verdicts = new Map<string, string | null>()

/** What is wrong with a regular expression; null where its time is known to grow no faster than its text. */
const superLinearity = (literal: string): string | null => {
  const end = literal.lastIndexOf('/')
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)]
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: /[uv]/.test(flags), unicodeSets: false })
  if (isLinearByForm(pattern, flags)) return null
  const { status } = checkSync(source, flags, STEPS_ALONE)
  return status === 'safe' ? null : `its time is ${status === 'unknown' ? 'not known' : 'more than linear'}`
}

/** Text from outside can make a backtracking pattern take the time of its length squared, or worse. */
export const patternsAreLinear: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => isBelow('src')(path))
    .flatMap((module) => [
      ...module.marks
        .filter(({ mark }) => mark === 'RegExp')
        .map(({ line }) => ({ path: module.path, line, message: 'makes a pattern that no check can see' })),
      ...module.patterns.flatMap(({ text, line }) => {
        const verdict = verdicts.has(text) ? (verdicts.get(text) ?? null) : superLinearity(text)
        verdicts.set(text, verdict)
        return verdict === null ? [] : [{ path: module.path, line, message: `${text}: ${verdict}` }]
      }),
    ])
