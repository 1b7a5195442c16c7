/** Reason phrases of HTTP: names of the protocol, the same in every language (RFC 9110 §15). */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
};

/** `400 Bad Request`; the number alone where it has no common name. */
export const statusText = (status: number): string => [status, REASONS[status]].filter(Boolean).join(' ');
