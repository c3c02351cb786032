import { inBoth } from '../../words/language.ts'

export const FIRST_CALL_WORDS = inBoth(
  {
    first: 'Make your first call',
    lead: 'A program needs two things: this address and a key. Without a program,',
    tryHere: 'try a model in the playground',
    address: 'Base URL',
    key: 'Key',
    keyName: 'First call',
    keyLead: 'The samples read the key from the variable GATEWAY_KEY. A key is shown once, when it is made.',
    makeKey: 'Make a key',
    shownOnce: 'Copy this line now: the key is not shown again.',
    sample: 'The call',
    client: 'Called by',
    noModel: 'This service has no chat model yet.',
  },
  {
    first: 'Первый вызов',
    lead: 'Программе нужны две вещи: этот адрес и ключ. А без программы',
    tryHere: 'попробуйте модель в песочнице',
    address: 'Базовый адрес',
    key: 'Ключ',
    keyName: 'Первый вызов',
    keyLead: 'Примеры берут ключ из переменной GATEWAY_KEY. Ключ показывается один раз, когда его создают.',
    makeKey: 'Создать ключ',
    shownOnce: 'Скопируйте эту строку сейчас: больше ключ не показывается.',
    sample: 'Вызов',
    client: 'Чем вызывать',
    noModel: 'На этом сервисе пока нет моделей для чата.',
  },
)
