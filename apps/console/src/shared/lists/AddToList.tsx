import { Field, Select } from '@fluentui/react-components';
import { changeListRows, getLists, type ListSummary } from '@redoubt/contracts';
import { MAX_LIST_CHANGES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Link, Loading } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/read.ts';
import type { ApiCall } from '../../api/api-call.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { hrefOf } from '../../routes/address.ts';
import { ActionPanel } from '../forms/ActionPanel.tsx';
import { NamedOptions } from '../forms/options.tsx';

const listsQuery = (call: ApiCall, environmentId: string) => read(call, getLists, { params: { environmentId } });

/** What is known of each value that is put into a list; the first one, the value itself, always gets a column. */
export type ListedPart = { readonly id: string; readonly name: string; readonly values: readonly string[] };

/** Which column of a list each part goes to: what was chosen where it has such a column, the first column for the value. */
const columnsOf = (
  { columns }: ListSummary,
  parts: readonly ListedPart[],
  chosen: Readonly<Record<string, string>>,
): readonly (string | undefined)[] =>
  parts.map(({ id }, at) => columns.find((each) => each === chosen[id]) ?? (at === 0 ? columns[0] : undefined));

/**
 * The custom list and its columns that values are put into, as rows behind those it has; lists whose rows are kept elsewhere
 * are not offered.
 *
 * @param parts of equal length
 */
export const AddToList = (props: {
  readonly title: string;
  readonly parts: readonly [ListedPart, ...ListedPart[]];
  /** Asked before the list. */
  readonly children?: ReactNode;
  readonly onDone?: (list: ListSummary) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { title, parts, onDone, onClose } = props;
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const query = useRead(listsQuery);
  const [listId, setListId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const add = useWrite(
    changeListRows,
    ({ list, columns }: { readonly list: ListSummary; readonly columns: readonly (string | undefined)[] }) => ({
      params: { listId: list.id },
      body: {
        version: list.version,
        changes: parts[0].values.map((_, row) => ({
          kind: 'add' as const,
          cells: list.columns.map((column) => parts[columns.indexOf(column)]?.values[row] ?? ''),
        })),
      },
    }),
    {
      changes: [getLists],
      onAnswer: (list) => {
        onDone?.(list);
        onClose();
      },
    },
  );
  const offered = (query.data?.lists ?? []).filter(({ source }) => source === 'csv');
  const list = offered.find(({ id }) => id === listId) ?? offered[0];
  const columns = list === undefined ? [] : columnsOf(list, parts, chosen);
  const named = columns.filter((column) => column !== undefined);
  const blocked = (): string | undefined => {
    if (add.isPending) return common('saving');
    if (list === undefined) return text('addRows.none');
    if (parts[0].values.length > MAX_LIST_CHANGES)
      return text('addRows.tooMany', { max: formats.number(MAX_LIST_CHANGES) });
    return new Set(named).size < named.length ? text('addRows.twice') : undefined;
  };
  return (
    <ActionPanel
      over
      title={title}
      onClose={onClose}
      action={{
        id: 'add',
        text: text('addRows.add'),
        onSelect: () => list && add.mutate({ list, columns }),
        disabledReason: blocked(),
      }}
    >
      {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading /> : null}
      {query.data === undefined ? null : list === undefined ? (
        <p className="m-0">
          {text('addRows.none')} <Link href={hrefOf('/data/lists/custom')}>{text('addRows.open')}</Link>
        </p>
      ) : (
        <div className="stack-4 prose">
          {props.children}
          <Field label={text('addRows.list')}>
            <Select
              value={list.id}
              onChange={(_event, { value: id }) => {
                setListId(id);
                setChosen({});
              }}
            >
              <NamedOptions of={offered} />
            </Select>
          </Field>
          {parts.map(({ id, name }, at) => (
            <Field
              key={id}
              label={parts.length === 1 ? text('addRows.column') : text('addRows.columnOf', { part: name })}
              {...(at === parts.length - 1 ? { hint: text('addRows.hint') } : {})}
            >
              <Select
                value={columns[at] ?? ''}
                onChange={(_event, { value }) => setChosen((before) => ({ ...before, [id]: value }))}
              >
                {at === 0 ? null : <option value="">{text('addRows.without')}</option>}
                {list.columns.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
          {add.error ? <ErrorState error={add.error} compact /> : null}
        </div>
      )}
    </ActionPanel>
  );
};
