import { changeSupportEntries, type SupportEntry } from '@redoubt/contracts';
import { MAX_SUPPORT_LINES, SUPPORT_STATUSES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { z } from 'zod';
import { linesOf } from '../forms/lines-of.ts';
import { useWireForm } from '../forms/use-wire-form.ts';
import type { EntryChange, useSupportChange } from './support-lists.queries.ts';

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

/** What a field says whose value does not fit. */
type EntryTexts = {
  readonly none: string;
  readonly tooMany: string;
  readonly past: string;
  /** Where values that get a status need a reason and an end. */
  readonly required?: { readonly reason: string; readonly expiresOn: string } | undefined;
};

const { reason, comments } = changeSupportEntries.body.shape;

/** What is typed about values, as it is sent: one value per line, the end of a day, no status for values that go. */
const entryBody = ({ none, tooMany, past, required }: EntryTexts) =>
  z
    .object({
      values: z.string(),
      status: z.enum([...SUPPORT_STATUSES, 'remove']),
      reason,
      comments,
      /** `2026-12-31`, or empty for entries that stay. */
      expiresOn: z.string(),
    })
    .transform(({ values: typed, status, expiresOn, ...why }, context): EntryChange => {
      const values = linesOf(typed);
      const isSet = status !== 'remove';
      const expiresAt = isSet ? endOfDay(expiresOn) : null;
      const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (values.length === 0) say('values', none);
      if (values.length > MAX_SUPPORT_LINES) say('values', tooMany);
      if (isSet && required && why.reason === '') say('reason', required.reason);
      if (isSet && required && expiresAt === null) say('expiresOn', required.expiresOn);
      if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) say('expiresOn', past);
      return { ...why, values, status: isSet ? status : null, expiresAt };
    });

type EntryFormOptions = {
  /** The values to change, one per line. */
  readonly value: string;
  /** What the list says of the one value, which the form begins with. */
  readonly entry: SupportEntry | null | undefined;
  readonly change: Pick<ReturnType<typeof useSupportChange>, 'isPending' | 'error'>;
  readonly required?: EntryTexts['required'];
  readonly onSubmit: (change: EntryChange) => void;
  readonly onEscape?: () => void;
};

/** The form that gives values of a support list a status, or takes them out of it. */
export const useEntryForm = ({ value, entry, change, required, ...leave }: EntryFormOptions) => {
  const text = useText('supportLists');
  const common = useText('common');
  const formats = useFormats();
  return useWireForm({
    body: entryBody({
      none: text('edit.valuesFirst'),
      tooMany: text('edit.tooMany', { max: formats.number(MAX_SUPPORT_LINES) }),
      past: text('edit.past'),
      required,
    }),
    values: {
      values: value,
      status: entry?.status ?? 'Block',
      reason: entry?.reason ?? '',
      comments: entry?.comments ?? '',
      expiresOn: entry?.expiresAt ? dayOf(entry.expiresAt) : '',
    },
    texts: {},
    blocked: change.isPending ? common('saving') : undefined,
    error: change.error,
    ...leave,
  });
};

export type EntryForm = ReturnType<typeof useEntryForm>;
