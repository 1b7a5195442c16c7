/** Local part, `@`, and a host with a dot; white space nowhere. No two parts can match the same text, so time is linear. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;
/** Longest e-mail address that mail can be sent to: 64 characters, `@` and 255 (RFC 5321, 4.5.3.1). */
const MAX_EMAIL = 320;

/** Whether a text has the form of an e-mail address. Whether mail arrives there is another question. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);
