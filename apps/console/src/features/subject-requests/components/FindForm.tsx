import { Input, Select } from '@fluentui/react-components';
import { previewSubject, type SubjectPolicy } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useSubjectNames } from '../use-subject-names.ts';
import styles from './subject-requests.module.css';

const MAX_VALUE = 256;

/** Who is meant. */
export type Subject = { readonly assessment: string; readonly property: string; readonly value: string };

/** Asks by which id, of which assessment, a person is looked for. */
export const FindForm = (props: {
  readonly policy: SubjectPolicy;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onFind: (subject: Subject) => void;
  readonly onChange: () => void;
}): ReactNode => {
  const { policy, isBusy, error, onFind, onChange } = props;
  const text = useText('subjectRequests');
  const { assessmentName } = useSubjectNames();
  const [first] = policy.assessments;
  const form = useWireForm({
    body: previewSubject.body,
    values: { assessment: first?.assessment ?? '', property: first?.properties[0] ?? '', value: '' },
    texts: { value: text('find.valueNeeded') },
    blocked: isBusy ? text('find.busy') : undefined,
    error,
    onSubmit: onFind,
  });
  const assessment = form.watch('assessment');
  const propertiesOf = (name: string): readonly string[] =>
    policy.assessments.find((each) => each.assessment === name)?.properties ?? [];
  const keepProperty = (of: string): void => {
    const properties = propertiesOf(of);
    if (!properties.includes(form.getValues('property'))) form.setValue('property', properties[0] ?? '');
  };
  return (
    <form className={styles.find} {...form.formProps} onChange={onChange}>
      <WireField form={form} name="assessment" label={text('find.assessment')}>
        <Select
          size="small"
          {...form.register('assessment', {
            onChange: ({ target }: { readonly target: { readonly value: string } }) => keepProperty(target.value),
          })}
        >
          {policy.assessments.map((each) => (
            <option key={each.assessment} value={each.assessment}>
              {assessmentName(each.assessment, each.name)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="property" label={text('find.property')}>
        <Select key={assessment} size="small" {...form.register('property')}>
          {propertiesOf(assessment).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="value" label={text('find.value')} className={styles.value ?? ''}>
        <Input size="small" maxLength={MAX_VALUE} autoComplete="off" spellCheck={false} {...form.register('value')} />
      </WireField>
      <CommandButton
        primary
        type="submit"
        command={{ id: 'find', text: text('find.action'), disabledReason: form.disabledReason }}
      />
    </form>
  );
};
