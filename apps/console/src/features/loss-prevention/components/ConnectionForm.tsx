import { Input, Select } from '@fluentui/react-components';
import { putLossConnection, type LossConnectionState } from '@redoubt/contracts';
import { RETAIL_SET_NAMES, SYNC_FREQUENCIES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useConnectionMutations } from '../loss-prevention.queries.ts';

/** Which files of the folder are taken, how they are read, and how often. */
export const ConnectionForm = (props: {
  readonly connection: LossConnectionState;
  readonly onClose: () => void;
}): ReactNode => {
  const { connection, onClose } = props;
  const { state, frequency, sets, models } = connection;
  const text = useText('lossPrevention');
  const common = useText('common');
  const formats = useFormats();
  const { put } = useConnectionMutations();
  const isConnected = state === 'connected' || state === 'error';
  const form = useWireForm({
    body: putLossConnection.body,
    values: {
      frequency,
      sets: RETAIL_SET_NAMES.map((set) => {
        const before = sets.find((each) => each.set === set);
        const mappingOf = before?.mappedFields === undefined || before.mappedFields === null ? 'names' : 'kept';
        return { set, pattern: before?.pattern ?? '', mappingOf };
      }),
    },
    texts: { 'sets.pattern': text('connection.patternWrong') },
    blocked: put.isPending ? common('saving') : undefined,
    error: put.error,
    onSubmit: (body) => put.mutate(body, { onSuccess: onClose }),
  });
  return (
    <FormPanel
      title={text(isConnected ? 'connection.change' : 'connection.connect')}
      form={form}
      action={text(isConnected ? 'connection.save' : 'connection.connect')}
      error={put.error}
      over
      onClose={onClose}
    >
      <p className="m-0">{text('connection.patternHint')}</p>
      {RETAIL_SET_NAMES.map((set, at) => {
        const kept = sets.find((each) => each.set === set)?.mappedFields ?? null;
        const name = text(`set.${set}`);
        return (
          <div key={set} role="group" aria-label={name} className="stack-2">
            <WireField form={form} name={`sets.${at}.pattern`} label={text('connection.pattern', { set: name })}>
              <Input size="small" {...form.register(`sets.${at}.pattern`)} />
            </WireField>
            <WireField form={form} name={`sets.${at}.mappingOf`} label={text('connection.mapping', { set: name })}>
              <Select size="small" {...form.register(`sets.${at}.mappingOf`)}>
                <option value="names">{text('connection.byNames')}</option>
                {kept === null ? null : <option value="kept">{text('connection.asNow', { count: kept })}</option>}
                {models
                  .filter((model) => model.set === set)
                  .map((model) => (
                    <option key={model.id} value={model.id}>
                      {text('connection.like', { name: model.name, date: formats.date(model.at) })}
                    </option>
                  ))}
              </Select>
            </WireField>
          </div>
        );
      })}
      <WireField form={form} name="frequency" label={text('connection.frequency')}>
        <Select size="small" {...form.register('frequency')}>
          {SYNC_FREQUENCIES.map((each) => (
            <option key={each} value={each}>
              {text(`connection.every.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
    </FormPanel>
  );
};
