import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { CASE_ACTIONS, LABEL_ACTIONS, MAX_DECISION_NAME, SENTIMENTS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { IconButton, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { DecisionDraft, DraftProblem } from '../decision-draft.ts';
import type { CheckedCodes } from '../use-checked-codes.ts';
import styles from '../case-settings.module.css';
import { ActionCode } from './ActionCode.tsx';

export type DecisionFieldsProps = {
  readonly decision: DecisionDraft;
  readonly index: number;
  readonly count: number;
  /** Whether a time-out takes it. */
  readonly isDefault: boolean;
  readonly problems: readonly DraftProblem[];
  readonly checked: CheckedCodes;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<DecisionDraft>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDefault: () => void;
  readonly onRemove: () => void;
};

const REASON_ROWS = 4;

/** One of a few values; null stands for none of them. */
const Choice = <Value extends string | null>(props: {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  readonly readOnly: boolean;
  readonly onChange: (value: Value) => void;
}): ReactNode => (
  <Field label={props.label} size="small">
    <Select
      size="small"
      disabled={props.readOnly}
      value={props.value ?? ''}
      onChange={(_event, { value }) => {
        const chosen = props.choices.find((each) => (each.value ?? '') === value);
        if (chosen) props.onChange(chosen.value);
      }}
    >
      {props.choices.map(({ value, name }) => (
        <option key={value} value={value ?? ''}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
);

/** One decision: its button, what it does, why it is taken. */
export const DecisionFields = (props: DecisionFieldsProps): ReactNode => {
  const { decision, index, count, isDefault, problems, readOnly, onChange, onMove } = props;
  const text = useText('caseSettings');
  const said = (codes: readonly DraftProblem['code'][]) => {
    const found = problems.find((each) => each.decision === index && codes.includes(each.code));
    return found ? { validationMessage: text(`problem.${found.code}`) } : {};
  };
  const title = decision.name.trim() === '' ? text('unnamed') : decision.name;
  return (
    <Section
      title={title}
      meta={isDefault ? text('default.mark') : null}
      end={
        readOnly ? null : (
          <>
            <IconButton
              icon={ArrowUpRegular}
              label={text('moveUp', { name: title })}
              aria-disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              icon={ArrowDownRegular}
              label={text('moveDown', { name: title })}
              aria-disabled={index === count - 1}
              onClick={() => onMove(1)}
            />
            <IconButton icon={DeleteRegular} label={text('remove', { name: title })} onClick={props.onRemove} />
          </>
        )
      }
    >
      <div className={styles.fields}>
        <Field label={text('field.name')} size="small" {...said(['noName', 'nameTwice'])}>
          <Input
            size="small"
            maxLength={MAX_DECISION_NAME}
            readOnly={readOnly}
            value={decision.name}
            onChange={(_event, { value }) => onChange({ name: value })}
          />
        </Field>
        <Choice
          label={text('field.caseAction')}
          choices={CASE_ACTIONS.map((each) => ({ value: each, name: text(`caseAction.${each}`) }))}
          value={decision.caseAction}
          readOnly={readOnly}
          onChange={(caseAction) => onChange({ caseAction })}
        />
        <Choice
          label={text('field.labelAction')}
          choices={LABEL_ACTIONS.map((each) => ({ value: each, name: text(`labelAction.${each}`) }))}
          value={decision.labelAction}
          readOnly={readOnly}
          onChange={(labelAction) => onChange({ labelAction })}
        />
        <Choice
          label={text('field.sentiment')}
          choices={[
            { value: null, name: text('sentiment.none') },
            ...SENTIMENTS.map((each) => ({ value: each, name: text(`sentiment.${each}`) })),
          ]}
          value={decision.sentiment}
          readOnly={readOnly}
          onChange={(sentiment) => onChange({ sentiment })}
        />
      </div>
      <div className={styles.texts}>
        <Field
          label={text('field.reasons')}
          size="small"
          hint={text('field.reasonsHint')}
          {...said(['noReason', 'reasonTwice'])}
        >
          <Textarea
            size="small"
            rows={REASON_ROWS}
            readOnly={readOnly}
            value={decision.reasons}
            onChange={(_event, { value }) => onChange({ reasons: value })}
          />
        </Field>
        <ActionCode decision={decision} checked={props.checked} readOnly={readOnly} onChange={onChange} />
      </div>
      <Checkbox
        label={text('default.choose')}
        disabled={readOnly || isDefault}
        checked={isDefault}
        onChange={props.onDefault}
      />
    </Section>
  );
};
