/** The most bytes that a character of a text takes in memory: two, where one of the text is beyond Latin. */
export const BYTES_OF_CHAR = 2
