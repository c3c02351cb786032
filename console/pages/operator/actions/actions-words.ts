import { inBoth } from '../../../words/language.ts'

export const ACTIONS_WORDS = inBoth(
  {
    title: 'Operators’ log',
    lead: 'Everything that operators changed, here and at the command line, with what stood before and after.',
    operator: 'Operator',
    operatorHint: 'An address, or user@machine',
    subject: 'Account or thing',
    subjectHint: 'Its id',
    clear: 'Clear the filters',
    action: 'Action',
    change: 'Change',
    done: 'done',
    refused: 'refused',
    nothing: 'nothing',
    none: 'No action matches.',
  },
  {
    title: 'Журнал операторов',
    lead: 'Всё, что операторы изменили здесь и в командной строке: что было до и что стало после.',
    operator: 'Оператор',
    operatorHint: 'Адрес почты или user@machine',
    subject: 'Аккаунт или объект',
    subjectHint: 'Его id',
    clear: 'Сбросить фильтры',
    action: 'Действие',
    change: 'Изменение',
    done: 'выполнено',
    refused: 'отказано',
    nothing: 'ничего',
    none: 'Подходящих действий нет.',
  },
)
