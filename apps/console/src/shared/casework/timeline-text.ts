import { CASE_ENTRY_ACTIONS, type TimelineEntry } from '@redoubt/contracts';
import { CANCEL_CAUSES } from '@redoubt/domain';
import type { TextKey } from '@redoubt/i18n';

const OTHERS = {
  'note written': 'timeline.noteWritten',
  'note answered': 'timeline.noteAnswered',
  'note deleted': 'timeline.noteDeleted',
  'attachment added': 'timeline.fileAdded',
  'attachment deleted': 'timeline.fileDeleted',
  'list Safe': 'timeline.listSafe',
  'list Watch': 'timeline.listWatch',
  'list Block': 'timeline.listBlock',
  'list removed': 'timeline.listRemoved',
} as const satisfies Readonly<Record<string, TextKey<'casework'>>>;

/** The sentence of an entry of a timeline; what a newer server tells that this console does not know is named as sent. */
export const timelineTextKey = ({
  kind,
  what,
  subject,
}: Pick<TimelineEntry, 'kind' | 'what' | 'subject'>): TextKey<'casework'> => {
  if (kind === 'received') return 'timeline.received';
  if (kind === 'later') return 'timeline.later';
  const action = CASE_ENTRY_ACTIONS.find((each) => each === what);
  const cause = what === 'cancel' ? CANCEL_CAUSES.find((each) => each === subject) : undefined;
  if (kind === 'case' && cause !== undefined) return `timeline.cancelled.${cause}`;
  if (kind === 'case' && action === 'assign' && subject === null) return 'timeline.unassign';
  if (kind === 'case') return action === undefined ? 'timeline.other' : `timeline.${action}`;
  return (OTHERS as Readonly<Record<string, TextKey<'casework'>>>)[`${kind} ${what}`] ?? 'timeline.other';
};
