import type { SubjectPreview, SubjectRequest } from '@redoubt/contracts';
import { formatCount } from '../terminal/format.ts';

type Counted = Pick<SubjectPreview, 'counts' | 'first' | 'last'>;

const total = ({ counts }: Counted): number => counts.reduce((sum, { count }) => sum + count, 0);

const countLines = (counted: Counted): readonly string[] => [
  ...counted.counts.map(({ kind, count }) => `  ${kind.padEnd(22)} ${formatCount(count).padStart(9)}`),
  ...(counted.first === null || counted.last === null ? [] : [`  from ${counted.first} to ${counted.last}`]),
];

/** What is kept about a person, before anything is done. */
export const describePreview = (preview: SubjectPreview, environment: string): readonly string[] => [
  `${formatCount(total(preview))} events of this person in ${environment} and below${preview.isComplete ? '' : ', of the newest 20,000; the erasure itself reads all'}`,
  ...countLines(preview),
  ...(preview.supportLists.length === 0
    ? []
    : [`The value also stands in support lists, which are left as they are: ${preview.supportLists.join(', ')}.`]),
];

/** What of a finished request can be kept as a proof: it names the person by a keyed digest alone. */
export type Receipt = {
  readonly request: string;
  readonly environment: { readonly id: string; readonly name: string };
  readonly subject: string;
  readonly assessment: string;
  readonly property: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly completedAt: string | null;
  readonly events: number;
  readonly counts: SubjectRequest['counts'];
  readonly first: string | null;
  readonly last: string | null;
};

export const receiptOf = (request: SubjectRequest, environment: Receipt['environment']): Receipt => ({
  request: request.id,
  environment,
  subject: request.subject,
  assessment: request.assessmentName ?? request.assessment,
  property: request.property,
  requestedBy: request.requested.by,
  requestedAt: request.requested.at,
  completedAt: request.completedAt,
  events: total(request),
  counts: request.counts,
  first: request.first,
  last: request.last,
});

export const describeReceipt = (receipt: Receipt): readonly string[] => [
  `Erased ${formatCount(receipt.events)} events. Receipt:`,
  `  request                ${receipt.request}`,
  `  environment            ${receipt.environment.name} (${receipt.environment.id})`,
  `  person (keyed digest)  ${receipt.subject}`,
  `  asked for              ${receipt.requestedAt} by ${receipt.requestedBy}`,
  `  completed              ${receipt.completedAt ?? ''}`,
  ...countLines(receipt),
  'Backups made before still hold them; docs/operate/privacy.md says what remains with you.',
];
