import { Select } from '@fluentui/react-components';
import type { AssessmentName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useAssessmentNames } from '../assessments/use-assessment-names.ts';
import { useChildCount } from '../search/use-child-count.ts';

/** The assessment that a report is about. */
export const AssessmentSelect = (props: {
  readonly label: string;
  readonly value: AssessmentName;
  readonly onChange: (assessment: AssessmentName) => void;
}): ReactNode => {
  const kinds = useAssessmentNames();
  return (
    <Select
      size="small"
      aria-label={props.label}
      value={props.value}
      onChange={(_event, { value }) => {
        const kind = kinds.find((each) => each.kind === value)?.kind;
        if (kind) props.onChange(kind);
      }}
    >
      {kinds.map(({ kind, name }) => (
        <option key={kind} value={kind}>
          {name}
        </option>
      ))}
    </Select>
  );
};

/** Whether environments below count as well; nothing where there are none. */
export const ChildrenChip = (props: {
  readonly included: boolean;
  readonly onChange: (included: boolean) => void;
}): ReactNode => {
  const common = useText('common');
  const count = useChildCount();
  return count > 0 ? (
    <Chip pressed={props.included} onSelect={() => props.onChange(!props.included)}>
      {props.included ? common('environment.includesChildren', { count }) : common('environment.withoutChildren')}
    </Chip>
  ) : null;
};
