import { inBoth } from '../../../words/language.ts'

export const TRANSCRIPTION_WORDS = inBoth(
  {
    file: 'Recording',
    fileHint: 'mp3, wav, m4a, ogg, flac or webm, 25 MB at most.',
    language: 'Language, such as en or ru',
    prompt: 'Names and words that occur',
    write: 'Write it down',
    writing: 'The model is writing it down',
    recording: 'The recording',
    text: 'The text of the recording',
  },
  {
    file: 'Запись',
    fileHint: 'mp3, wav, m4a, ogg, flac или webm, не больше 25 МБ.',
    language: 'Язык, например en или ru',
    prompt: 'Имена и слова, которые встретятся',
    write: 'Записать текстом',
    writing: 'Модель записывает',
    recording: 'Запись',
    text: 'Что сказано',
  },
)
