/**
 * The form in which texts are compared where upper and lower case make no difference: NFC and lower case. Lower case
 * can decompose (İ becomes i and a dot above), so the result is composed once more.
 */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC')
