import { inBoth } from './language.ts'

// On the button of a form that changes something, and in the notice that it is changed.

export const saveText = inBoth('Save', 'Сохранить')
export const savedText = inBoth('Saved.', 'Сохранено.')
