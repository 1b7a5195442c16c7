import { Field, Select } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { callsQuery } from '../../../shared/external-calls/external-calls.queries.ts';

export type KeySetFieldProps = {
  /** External call with the keys; null: browsers get no answers. */
  readonly value: string | null;
  readonly readOnly: boolean;
  readonly onChange: (value: string | null) => void;
};

/** Whether browsers are answered, and with the keys of which external call. */
export const KeySetField = ({ value, readOnly, onChange }: KeySetFieldProps): ReactNode => {
  const text = useText('assessments');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery({ ...callsQuery(call, environmentId, '24h'), enabled: !readOnly });
  const names = [...new Set([...(value === null ? [] : [value]), ...(data?.calls ?? []).map(({ name }) => name)])];
  return (
    <Field label={text('keySet')} hint={text('keySetNote')} size="small">
      <Select
        size="small"
        value={value ?? ''}
        disabled={readOnly}
        onChange={(_event, chosen) => onChange(chosen.value === '' ? null : chosen.value)}
      >
        <option value="">{text('keySetNone')}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};
