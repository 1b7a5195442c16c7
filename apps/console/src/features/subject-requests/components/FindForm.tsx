import { Field, Input, Select } from '@fluentui/react-components';
import type { SubjectPolicy } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useSubjectNames } from '../use-subject-names.ts';
import styles from './subject-requests.module.css';

const MAX_VALUE = 256;

/** Who is meant. */
export type Subject = { readonly assessment: string; readonly property: string; readonly value: string };

/** Asks by which id, of which assessment, a person is looked for. */
export const FindForm = (props: {
  readonly policy: SubjectPolicy;
  readonly isBusy: boolean;
  readonly onFind: (subject: Subject) => void;
  readonly onChange: () => void;
}): ReactNode => {
  const { policy, isBusy, onFind, onChange } = props;
  const text = useText('subjectRequests');
  const { assessmentName } = useSubjectNames();
  const [assessment, setAssessment] = useState(policy.assessments[0]?.assessment ?? '');
  const { properties = [] } = policy.assessments.find((each) => each.assessment === assessment) ?? {};
  const [chosen, setChosen] = useState('');
  const property = properties.includes(chosen) ? chosen : (properties[0] ?? '');
  const [value, setValue] = useState('');
  const disabledReason = value.trim() === '' ? text('find.valueNeeded') : isBusy ? text('find.busy') : undefined;
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === undefined) onFind({ assessment, property, value: value.trim() });
      }}
    >
      <Field label={text('find.assessment')} size="small">
        <Select
          size="small"
          value={assessment}
          onChange={(_event, { value: next }) => {
            setAssessment(next);
            onChange();
          }}
        >
          {policy.assessments.map((each) => (
            <option key={each.assessment} value={each.assessment}>
              {assessmentName(each.assessment, each.name)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text('find.property')} size="small">
        <Select
          size="small"
          value={property}
          onChange={(_event, { value: next }) => {
            setChosen(next);
            onChange();
          }}
        >
          {properties.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      <Field label={text('find.value')} size="small" className={styles.value ?? ''}>
        <Input
          size="small"
          value={value}
          maxLength={MAX_VALUE}
          autoComplete="off"
          spellCheck={false}
          onChange={(_event, { value: next }) => {
            setValue(next);
            onChange();
          }}
        />
      </Field>
      <CommandButton primary type="submit" command={{ id: 'find', text: text('find.action'), disabledReason }} />
    </form>
  );
};
