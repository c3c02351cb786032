import { inBoth } from '../../../words/language.ts'

export const IMAGES_WORDS = inBoth(
  {
    quality: 'Quality',
    count: 'How many',
    make: 'Make the image',
    edit: 'Edit the image',
    making: 'The model is making it',
    toEdit: 'With images, the model edits them by your words.',
    made: 'Image that the model made',
    lives: 'Images stay here for an hour; save those that you want.',
  },
  {
    quality: 'Качество',
    count: 'Сколько',
    make: 'Создать изображение',
    edit: 'Изменить изображение',
    making: 'Модель работает',
    toEdit: 'Если добавить изображения, модель изменит их по вашим словам.',
    made: 'Изображение, созданное моделью',
    lives: 'Изображения остаются здесь на час; сохраните нужные.',
  },
)
