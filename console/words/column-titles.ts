import { inBoth } from './language.ts'

/** Over the column of a table that has the buttons of each row. */
export const actionsTitle = inBoth('Actions', 'Действия')
