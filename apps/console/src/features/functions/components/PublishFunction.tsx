import type { FunctionDetail } from '@redoubt/contracts';
import { breakingChanges, type FunctionDefinition } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import { useState } from 'react';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule } from '../../../shared/authoring/diff/rule-diff.ts';
import type { BreakingRefusal } from '../breaking-refusal.ts';
import { formOf, textOf, type FunctionForm } from '../function-form.ts';
import { publishedOf, ruleTextOf } from '../function-rule-text.ts';
import { BreakingCallers, INPUTS } from './BreakingCallers.tsx';
import { CallerList } from './CallerList.tsx';
import styles from './functions.module.css';

const NOTHING: FunctionForm = { parameters: [], outputs: [], samplePayload: {} };

/** Who reads what the new text no longer has, and what that is. */
const goneFor = (detail: FunctionDetail, form: FunctionForm): BreakingRefusal | null => {
  const published = publishedOf(detail);
  if (published === undefined) return null;
  const outputs = breakingChanges(published as FunctionDefinition, textOf(form) as FunctionDefinition);
  const keys = new Set(outputs.map((name) => name.toLowerCase()));
  const callers = detail.callers
    .filter(({ properties }) => keys.has(INPUTS) || properties.some((property) => keys.has(property.toLowerCase())))
    .map(({ kind, name }) => (kind === 'function' ? `Functions.${name}` : name));
  return callers.length === 0 ? null : { kind: 'outputs', outputs, callers };
};

export type PublishFunctionProps = {
  readonly detail: FunctionDetail;
  readonly form: FunctionForm;
  /** What the server refused, which a person may accept. */
  readonly refusal: BreakingRefusal | null;
  readonly busy: boolean;
  readonly onConfirm: (note: string, acceptBreaking: boolean) => void;
  readonly onCancel: () => void;
};

/** Asks before a function is published: who calls it, and who loses what they read; that needs a reason. */
export const PublishFunction = ({ detail, form, refusal, busy, onConfirm, onCancel }: PublishFunctionProps) => {
  const text = useText('functions');
  const common = useText('common');
  const rules = useText('rules');
  const [note, setNote] = useState('');
  const published = publishedOf(detail);
  const broken = [goneFor(detail, form), refusal].filter((each) => each !== null);
  const shown = refusal?.kind === 'outputs' ? [refusal] : broken;
  const breaks = shown.length > 0;
  const before = published === undefined ? NOTHING : formOf(published);
  const diff = diffRule(ruleTextOf(before, text('inputs')), ruleTextOf(form, text('inputs')));
  const confirmText = (): string => {
    if (!breaks) return common('action.publish');
    return shown.some(({ kind }) => kind === 'score') ? text('publishNevertheless') : text('publishBreaking');
  };
  return (
    <ConfirmPanel
      title={text('publishTitle', { name: detail.name })}
      confirmText={confirmText()}
      busy={busy}
      disabledReason={breaks && note.trim() === '' ? text('reasonNeeded') : undefined}
      onConfirm={() => onConfirm(note.trim(), breaks)}
      onCancel={onCancel}
    >
      {shown.map((each) => (
        <BreakingCallers key={each.kind} refusal={each} />
      ))}
      {breaks ? null : detail.callers.length === 0 ? text('publishBody') : <CallerList callers={detail.callers} />}
      <DifferenceView
        title={published ? rules('review.title', { version: published.version + 1 }) : rules('request.differenceFirst')}
        diff={diff}
        sampleChanged={
          published !== undefined && JSON.stringify(published.samplePayload) !== JSON.stringify(form.samplePayload)
        }
      />
      <input
        className={styles.note}
        maxLength={500}
        aria-label={rules('publish.note')}
        placeholder={breaks ? text('reason') : rules('publish.notePlaceholder')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmPanel>
  );
};
