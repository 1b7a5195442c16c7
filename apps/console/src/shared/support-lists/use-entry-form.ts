import type { SupportEntry } from '@redoubt/contracts';
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

const two = (part: number): string => String(part).padStart(2, '0');

/** The day of an instant where the reader is. */
const dayOf = (instant: string): string => {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** What is typed about the values to change; begins with what the list says of the one value, where it says something. */
export const useEntryForm = (value: string, entry: SupportEntry | null | undefined) => {
  const [fields, setFields] = useState<Fields>({
    values: value,
    status: entry?.status ?? 'Block',
    reason: entry?.reason ?? '',
    comments: entry?.comments ?? '',
    expiresOn: entry?.expiresAt ? dayOf(entry.expiresAt) : '',
  });
  const { status, reason, comments } = fields;
  const expiresAt = status === 'remove' ? null : endOfDay(fields.expiresOn);
  return {
    ...fields,
    isPast: expiresAt !== null && Date.parse(expiresAt) <= Date.now(),
    /** As it is sent. */
    change: { status: status === 'remove' ? null : status, reason, comments, expiresAt },
    set: (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change })),
  };
};

export type EntryForm = ReturnType<typeof useEntryForm>;
