import type { SupportListStatus } from '@redoubt/domain';
import { useState } from 'react';

export type FormStatus = SupportListStatus | 'remove';

type Fields = {
  readonly values: string;
  readonly status: FormStatus;
  readonly reason: string;
  readonly comments: string;
  /** `2026-12-31`, or empty for entries that stay. */
  readonly expiresOn: string;
};

/** Values of a text, one per line; empty lines are none. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The end of a day where the reader is; null without a day. */
export const endOfDay = (day: string): string | null => {
  const at = day === '' ? Number.NaN : new Date(`${day}T23:59:59`).getTime();
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** What is typed about the values to change. */
export const useEntryForm = (value: string) => {
  const [fields, setFields] = useState<Fields>({
    values: value,
    status: 'Block',
    reason: '',
    comments: '',
    expiresOn: '',
  });
  return {
    ...fields,
    expiresAt: fields.status === 'remove' ? null : endOfDay(fields.expiresOn),
    set: (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change })),
  };
};
