import type { Descriptions } from './descriptions.ts'

/** Fields of what is answered where a call fails. */
export const ERROR_FIELDS: Descriptions = {
  error: 'What went wrong; null if nothing did.',
  message: 'What is wrong, in a sentence for people. Sentences may change.',
  'error.type': 'The class of the error, as the official SDKs know it.',
  'error.param': 'The field that is wrong, such as `messages.0.role`; null if no single field is.',
  code: 'A fixed word for what is wrong. Branch on it.',
  detail: 'What is wrong, in a sentence for people. Sentences may change.',
  request_id: 'The id of the request. Give it to us when you ask about an error.',
  'error.details.error_code': 'A fixed word by which the SDK knows what to do.',
  'error.details.unsupported': 'The fields of the request that are refused.',
  'HTTPValidationError.detail': 'Every problem of the request.',
  'detail.loc': 'Where the problem is: the place, then the path of the field.',
  'detail.msg': 'What is wrong with the field.',
  'detail.type':
    'A fixed word for the kind of problem, such as `too_many_conversations` where an account has as many as it may have.',
}
