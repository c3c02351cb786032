import { inBoth } from './language.ts'

// Titles that columns and facts of many pages have.

/** Over the buttons of each row. */
export const actionsTitle = inBoth('Actions', 'Действия')
export const kindTitle = inBoth('Kind', 'Вид')
export const modelTitle = inBoth('Model', 'Модель')
export const outcomeTitle = inBoth('Outcome', 'Итог')
export const reasonTitle = inBoth('Reason', 'Причина')
export const stateTitle = inBoth('State', 'Состояние')
export const whenTitle = inBoth('When', 'Когда')
