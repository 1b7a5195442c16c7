/** Whether a text can be stored and sent as UTF-8: no NUL, no half of a surrogate pair. */
export const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
