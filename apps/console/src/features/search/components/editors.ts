import { lazyPanel } from '../../../routes/lazy-component.tsx';

/** The form of a condition, which comes when a condition is opened. */
export const ConditionEditor = lazyPanel(async () => (await import('./ConditionEditor.tsx')).ConditionEditor);
