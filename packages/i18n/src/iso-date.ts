const ISO = /^\d{4}(-\d{2}(-\d{2})?)?(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Whether a text is a date as custom filters and uploads accept it (`docs/reference/console.md#languages-and-formats`):
 * no white space, ISO 8601 with year, optional month and day, optional time with seconds, fraction and zone, and it
 * names a moment that exists.
 */
export const isIsoDate = (text: string): boolean => ISO.test(text) && !Number.isNaN(Date.parse(text));
