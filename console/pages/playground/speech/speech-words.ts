import { inBoth } from '../../../words/language.ts'

export const SPEECH_WORDS = inBoth(
  {
    text: 'Text to read aloud',
    voice: 'Voice',
    voiceHint: 'Other names of the provider can be entered, too.',
    format: 'Format',
    speed: 'Speed, 0.25 to 4',
    instructions: 'How to speak',
    speak: 'Read it aloud',
    speaking: 'The model is reading',
    sound: 'The text, read aloud',
    ends: 'The sound stays until the page is left; save it if you want it.',
    raw: 'A browser plays no raw sound; save the file.',
  },
  {
    text: 'Текст для чтения вслух',
    voice: 'Голос',
    voiceHint: 'Можно ввести и другое имя, которое знает поставщик.',
    format: 'Формат',
    speed: 'Скорость, от 0,25 до 4',
    instructions: 'Как говорить',
    speak: 'Прочитать вслух',
    speaking: 'Модель читает',
    sound: 'Текст, прочитанный вслух',
    ends: 'Запись остаётся, пока страница открыта; сохраните её, если нужна.',
    raw: 'Браузер не проигрывает звук без формата; сохраните файл.',
  },
)
