import type { Rule } from '../source-tree.ts'

/** One measures work, and says what its result may be compared with; one guards against waiting for ever. */
const MAY_MEASURE: ReadonlySet<string> = new Set(['test/support/timed.ts', 'test/support/eventually.ts'])

/** A test that asserts how long something took fails on a machine that is slow or busy; such claims are the bench's. */
export const testsMeasureNoTime: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => path.startsWith('test/') && !MAY_MEASURE.has(path))
    .flatMap((module) =>
      module.marks
        .filter(({ mark }) => mark === 'duration')
        .map(({ line }) => ({ path: module.path, line, message: 'measures time; see test/support/timed.ts' })),
    )
