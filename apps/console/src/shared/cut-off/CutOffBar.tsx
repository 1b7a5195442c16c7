import { Input, Select } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import type { AssessmentName, ClauseSection } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { typedNumber } from '../forms/typed-number.ts';
import { CUT_DECISIONS, cutOffClause, type CutDecision, type CutOffScale } from './cut-off.ts';
import styles from './cut-off.module.css';
import { useCutOffRule } from './use-cut-off-rule.ts';

/** A number that is typed; what is none stays in the field and changes nothing. */
export const NumberField = (props: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly problem: string;
  readonly end?: string | undefined;
  readonly onChange: (value: number) => void;
}): ReactNode => {
  const { label, value, least, most, problem, end, onChange } = props;
  const [edit, setEdit] = useState<{ readonly of: number; readonly typed: string } | null>(null);
  const typed = edit !== null && edit.of === value ? edit.typed : String(value);
  const isGood = (text: string): boolean => typedNumber(text) >= least && typedNumber(text) <= most;
  const isBad = !isGood(typed);
  return (
    <label className={styles.field}>
      <span className="soft">{label}</span>
      <Input
        size="small"
        inputMode="decimal"
        className={styles.number ?? ''}
        value={typed}
        aria-invalid={isBad || undefined}
        title={isBad ? problem : undefined}
        contentAfter={end ?? null}
        onChange={(_event, { value: text }) => {
          setEdit({ of: isGood(text) ? typedNumber(text) : value, typed: text });
          if (isGood(text)) onChange(typedNumber(text));
        }}
      />
    </label>
  );
};

export type CutOffBarProps = {
  readonly scale: CutOffScale;
  /** What a typed cut-off is set to: a score goes down to its ten. */
  readonly snap: (value: number) => number;
  readonly assessment: AssessmentName;
  /** The value as rules write it: `@"riskScore"`. */
  readonly expression: string;
  readonly section?: ClauseSection | undefined;
  /** What the rule is based on, for its description. */
  readonly basis: string;
  readonly children?: ReactNode;
};

/** The cut-off as a number, and the rule that is made of it. */
export const CutOffBar = (props: CutOffBarProps): ReactNode => {
  const { scale, snap, assessment, expression, section, basis, children } = props;
  const text = useText('cutOff');
  const common = useText('common');
  const may = useMay();
  const [decision, setDecision] = useState<CutDecision>('Review');
  const rule = useCutOffRule();
  const least = scale.bins[0]?.from ?? 0;
  return (
    <div className="stack-2">
      <div className="row-wrap align-end gap-x-4">
        <NumberField
          label={text('cutOff')}
          value={scale.cutOff}
          least={least}
          most={scale.end}
          problem={text('cutOffProblem', { least: scale.formatValue(least), most: scale.formatValue(scale.end) })}
          onChange={(value) => scale.onCutOff(snap(value))}
        />
        {children}
        {may('decisionRules:write') ? (
          <div className="row-wrap align-end" role="group" aria-label={text('rule.label')}>
            <Select
              size="small"
              aria-label={text('rule.decision')}
              value={decision}
              onChange={(_event, { value }) =>
                setDecision(CUT_DECISIONS.find((each) => each === value) ?? CUT_DECISIONS[0])
              }
            >
              {CUT_DECISIONS.map((each) => (
                <option key={each} value={each}>
                  {common(`decision.${each}`)}
                </option>
              ))}
            </Select>
            <CommandButton
              primary
              command={{
                id: 'createRule',
                text: text('rule.create'),
                icon: AddRegular,
                disabledReason: rule.isPending ? common('saving') : undefined,
                onSelect: () =>
                  rule.mutate({
                    assessment,
                    name: text('rule.name', { value: scale.name, cutOff: scale.formatValue(scale.cutOff) }),
                    description: basis,
                    code: cutOffClause(decision, expression, scale.cutOff),
                    section,
                  }),
              }}
            />
          </div>
        ) : null}
      </div>
      {rule.error ? <ErrorState error={rule.error} compact /> : null}
    </div>
  );
};
