import { useText } from '@redoubt/i18n';
import type { BreakingRefusal } from '../breaking-refusal.ts';

/** Stands for the inputs among what a text no longer has. */
export const INPUTS = '(…)';

/** Who loses what with a text, by name. */
export const BreakingCallers = ({ refusal }: { readonly refusal: BreakingRefusal }) => {
  const text = useText('functions');
  const outputs = refusal.outputs.map((name) => (name === INPUTS ? text('inputs') : name)).join(', ');
  return (
    <>
      <p>{refusal.kind === 'outputs' ? text('breaks', { outputs }) : text('readsEarly')}</p>
      <ul className="plain-list" aria-label={text('calledBy')}>
        {refusal.callers.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
};
