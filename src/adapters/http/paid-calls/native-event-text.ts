import type { NativeEvent } from '../../../domain/chat/native.ts'

/** A provider's event as its server-sent text. Data of several lines is a field a line, as it was when it came. */
export const nativeEventText = ({ name, data }: NativeEvent): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
