import type { FunctionDetail, FunctionText, RuleText } from '@redoubt/contracts';
import { breakingChanges, type FunctionDefinition } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import { useState } from 'react';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule } from '../../../shared/authoring/diff/rule-diff.ts';
import { CallerList } from './CallerList.tsx';
import styles from './functions.module.css';

/** The inputs and outputs as parts whose lines can be compared. */
const ruleLike = (text: FunctionText | undefined, inputs: string): RuleText => ({
  condition: '',
  clauses: [
    {
      id: 'inputs',
      name: inputs,
      code: (text?.parameters ?? [])
        .map(({ name, type, fallback }) => `${name}: ${type} = ${String(fallback)}`)
        .join('\n'),
    },
    ...(text?.outputs ?? []).map(({ id, name, code }) => ({ id, name, code })),
  ],
  samplePayload: {},
});

/** Stands for the inputs among what a new text no longer has. */
const INPUTS = '(…)';

const definitionOf = (text: FunctionText): FunctionDefinition => text as FunctionDefinition;

/** Who reads what the new text no longer has, and what that is. */
const brokenBy = ({ versions: [newest], callers }: FunctionDetail, text: FunctionText) => {
  if (newest === undefined) return { gone: [], broken: [] };
  const gone = breakingChanges(definitionOf(newest), definitionOf(text));
  const keys = new Set(gone.map((name) => name.toLowerCase()));
  const broken = callers.filter(
    ({ properties }) => keys.has(INPUTS) || properties.some((property) => keys.has(property.toLowerCase())),
  );
  return { gone, broken };
};

export type PublishFunctionProps = {
  readonly detail: FunctionDetail;
  readonly text: FunctionText;
  readonly busy: boolean;
  readonly onConfirm: (note: string, acceptBreaking: boolean) => void;
  readonly onCancel: () => void;
};

/** Asks before a function is published: who calls it, and who loses what they read. */
export const PublishFunction = ({ detail, text: draft, busy, onConfirm, onCancel }: PublishFunctionProps) => {
  const text = useText('functions');
  const common = useText('common');
  const { gone, broken } = brokenBy(detail, draft);
  const breaks = broken.length > 0;
  const rules = useText('rules');
  const [note, setNote] = useState('');
  const [newest] = detail.versions;
  const diff = diffRule(ruleLike(newest, text('inputs')), ruleLike(draft, text('inputs')));
  return (
    <ConfirmPanel
      title={text('publishTitle', { name: detail.name })}
      confirmText={breaks ? text('publishBreaking') : common('action.publish')}
      busy={busy}
      onConfirm={() => onConfirm(note.trim(), breaks)}
      onCancel={onCancel}
    >
      {breaks ? (
        <>
          <p>
            {text('breaks', {
              outputs: gone.map((name) => (name === INPUTS ? text('inputs') : name)).join(', '),
            })}
          </p>
          <CallerList callers={broken} />
        </>
      ) : detail.callers.length === 0 ? (
        text('publishBody')
      ) : (
        <CallerList callers={detail.callers} />
      )}
      <DifferenceView
        title={newest ? rules('review.title', { version: newest.version + 1 }) : rules('request.differenceFirst')}
        diff={diff}
        sampleChanged={
          newest !== undefined && JSON.stringify(newest.samplePayload) !== JSON.stringify(draft.samplePayload)
        }
      />
      <input
        className={styles.note}
        maxLength={500}
        aria-label={rules('publish.note')}
        placeholder={rules('publish.notePlaceholder')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmPanel>
  );
};
