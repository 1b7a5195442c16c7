import { Field, Select } from '@fluentui/react-components';
import { changeListRows, getLists, type ListSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, Link, Loading } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { read } from '../../../api/read.ts';
import type { ApiCall } from '../../../api/api-call.ts';
import { useRead } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { hrefOf } from '../../../routes/address.ts';
import { ActionPanel } from '../../../shared/forms/ActionPanel.tsx';

const listsQuery = (call: ApiCall, environmentId: string) => read(call, getLists, { params: { environmentId } });

/** The custom list and its column that a value is put into; lists whose rows are kept elsewhere are not offered. */
export const AddToList = (props: {
  readonly value: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode => {
  const { value, name, onClose } = props;
  const text = useText('threatReport');
  const common = useText('common');
  const query = useRead(listsQuery);
  const [chosen, setChosen] = useState<{ readonly list: string | null; readonly column: string | null }>({
    list: null,
    column: null,
  });
  const add = useWrite(
    changeListRows,
    ({ list, column }: { readonly list: ListSummary; readonly column: string }) => ({
      params: { listId: list.id },
      body: {
        version: list.version,
        changes: [{ kind: 'add' as const, cells: list.columns.map((each) => (each === column ? value : '')) }],
      },
    }),
    { changes: [getLists], onAnswer: onClose },
  );
  const offered = (query.data?.lists ?? []).filter(({ source }) => source === 'csv');
  const list = offered.find(({ id }) => id === chosen.list) ?? offered[0];
  const column = list?.columns.find((each) => each === chosen.column) ?? list?.columns[0];
  const send = (): void => {
    if (list !== undefined && column !== undefined) add.mutate({ list, column });
  };
  return (
    <ActionPanel
      over
      title={text('list.title', { value: name })}
      onClose={onClose}
      action={{
        id: 'add',
        text: text('list.add'),
        onSelect: send,
        disabledReason: add.isPending ? common('saving') : list === undefined ? text('list.none') : undefined,
      }}
    >
      {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading /> : null}
      {query.data === undefined ? null : list === undefined ? (
        <p className="m-0">
          {text('list.none')} <Link href={hrefOf('/data/lists/custom')}>{text('list.open')}</Link>
        </p>
      ) : (
        <div className="stack-4 prose">
          <Field label={text('list.list')}>
            <Select value={list.id} onChange={(_event, { value: id }) => setChosen({ list: id, column: null })}>
              {offered.map(({ id, name: of }) => (
                <option key={id} value={id}>
                  {of}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text('list.column')} hint={text('list.hint')}>
            <Select value={column} onChange={(_event, { value: to }) => setChosen({ list: list.id, column: to })}>
              {list.columns.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          </Field>
          {add.error ? <ErrorState error={add.error} compact /> : null}
        </div>
      )}
    </ActionPanel>
  );
};
