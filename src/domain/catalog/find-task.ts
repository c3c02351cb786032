import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from './catalog.ts'
import type { Model } from './model.ts'
import type { Task } from './task.ts'

/** A task on offer with the model that carries it out. */
export interface FoundTask {
  readonly task: Task
  readonly model: Model
}

/** Finds a task on offer. */
export const findTask = (
  { tasks, models }: Pick<Catalog, 'tasks' | 'models'>,
  slug: string,
): Either<{ readonly tag: 'not_found' }, FoundTask> => {
  const task = tasks.get(slug)
  const model = task === undefined ? undefined : models.get(task.model)
  return task === undefined || model === undefined ? left({ tag: 'not_found' }) : right({ task, model })
}
