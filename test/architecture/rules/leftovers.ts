import type { Rule } from '../source-tree.ts'

const UNFINISHED = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b|\\bfor now\\b`)
const SILENCERS = /@ts-(ignore|nocheck|expect-error)|(ox|es)lint-disable|prettier-ignore|oxfmt-ignore/
const FOCUSED = /^(describe|it|context|suite|test|specify)\.(only|skip)$/

export const nothingUnfinished: Rule = (tree) =>
  [...tree.modules.values()].flatMap((module) =>
    module.comments
      .filter(({ text }) => UNFINISHED.test(text))
      .map(({ line }) => ({ path: module.path, line, message: 'unfinished business in a comment' })),
  )

export const noSilencers: Rule = (tree) =>
  [...tree.modules.values()].flatMap((module) => [
    ...module.comments
      .filter(({ text }) => SILENCERS.test(text))
      .map(({ line }) => ({ path: module.path, line, message: 'switches a check off' })),
    ...module.marks
      .filter(({ mark }) => mark === 'any')
      .map(({ line }) => ({ path: module.path, line, message: 'uses the type that turns checking off' })),
  ])

export const noFocusedTests: Rule = (tree) =>
  [...tree.modules.values()].flatMap((module) =>
    module.members
      .filter(({ member }) => FOCUSED.test(member))
      .map(({ member, line }) => ({ path: module.path, line, message: `${member} hides tests` })),
  )
