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

/** `message` tells callers which of the names that they sent is at fault. */
interface TaskNotFound {
  readonly tag: 'not_found'
  readonly message: string
}

const NOT_FOUND: TaskNotFound = { tag: 'not_found', message: 'The catalogue has no task of this name.' }

/** Finds a task on offer. */
export const findTask = (
  { tasks, models }: Pick<Catalog, 'tasks' | 'models'>,
  slug: string,
): Either<TaskNotFound, FoundTask> => {
  const task = tasks.get(slug)
  const model = task === undefined ? undefined : models.get(task.model)
  return task === undefined || model === undefined ? left(NOT_FOUND) : right({ task, model })
}
