import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { formatWhere, type FieldValue } from './field-where.ts';

/** The values of fields that a report is narrowed to, each to be taken away. */
export const WhereChips = (props: {
  readonly where: readonly FieldValue[];
  readonly names: {
    readonly field: (field: string) => string;
    readonly value: (field: string, value: string) => string;
  };
  /** The `where` of the address without a value. */
  readonly onChange: (where: string | undefined) => void;
}): ReactNode => {
  const { where, names, onChange } = props;
  const text = useText('reports');
  return where.map((each) => (
    <Chip
      key={each.field}
      pressed
      icon={DismissRegular}
      title={text('widen')}
      onSelect={() => onChange(formatWhere(where.filter((other) => other !== each)))}
    >
      {text('where', { field: names.field(each.field), value: names.value(each.field, each.value) })}
    </Chip>
  ));
};
