import type { RuleSummary } from '@redoubt/contracts';

/** Which text says what becomes of events when a rule is deleted. */
export const deleteNote = ({ type, status }: Pick<RuleSummary, 'type' | 'status'>) => {
  if (!status.startsWith('Active')) return 'list.deleteInactive';
  if (type === 'routing') return 'routing.deleteActive';
  return type === 'action' ? 'list.deleteActiveAction' : 'list.deleteActive';
};
