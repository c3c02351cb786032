import type { NativeEvent } from '../../../domain/chat/native.ts'

/**
 * A provider's event as its server-sent text, with this in place of its data where the gateway changes that. Data of
 * several lines is a field a line, as it was when it came; what the gateway writes itself is one line.
 */
export const nativeEventText = ({ name, data }: NativeEvent, written = data): string => {
  const lines = data.includes('\n') ? written.replaceAll('\n', '\ndata: ') : written
  return `${name === null ? '' : `event: ${name}\n`}data: ${lines}\n\n`
}
