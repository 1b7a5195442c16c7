import {
  AddRegular,
  ArrowDownloadRegular,
  ArrowUploadRegular,
  EditRegular,
  HistoryRegular,
} from '@fluentui/react-icons';
import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { asFailure, CommandButton, ConfirmPanel, ErrorState, SidePanel, useShortcut, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useListMutations } from '../lists.queries.ts';
import { saveCsv } from '../../../shared/files/read-file.ts';
import type { ListRow } from '../rows/row-draft.ts';
import { RowsPart } from '../rows/RowsPart.tsx';
import { SourceFacts } from '../source/SourceFacts.tsx';
import { SourcePerformance } from '../source/SourcePerformance.tsx';
import { useRowColumns } from '../rows/use-row-columns.tsx';
import { DescriptionField } from './DescriptionField.tsx';
import { ExpiryField } from './ExpiryField.tsx';
import styles from './lists.module.css';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import { UsedBy } from '../../../shared/resources/UsedBy.tsx';

/** What can be done with a list in a panel of its own. */
export type ListTask = 'replace' | 'append' | 'edit' | 'versions' | 'source';

const asKept = (rows: readonly ListRow[]) =>
  rows.map((row) => ({ ...row, id: String(row.ordinal), state: 'same' as const }));

/** One list: what it is, who uses it, its rows, and what can be done with it. */
export const ListPanel = (props: {
  readonly list: ListSummary;
  readonly canWrite: boolean;
  readonly onTask: (task: ListTask) => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { list, canWrite, onTask } = props;
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const { shown } = useProvidedNames();
  const { remove, download } = useListMutations();
  const [isDeleting, setDeleting] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const columns = useRowColumns(list);
  const isReferenced = list.usedBy.length > 0 || asFailure(remove.error).code === 'LIST-REFERENCED';
  const hasRows = list.connection === null;
  const first: ListTask = hasRows ? 'edit' : 'source';
  const firstText = text(hasRows ? 'edit.rows' : 'source.edit');
  useShortcut('e', firstText, () => onTask(first), { active: canWrite });
  const commands: readonly Command[] = [
    ...(canWrite ? [{ id: 'edit', text: firstText, icon: EditRegular, keys: 'e', onSelect: () => onTask(first) }] : []),
    ...(canWrite && hasRows
      ? [
          { id: 'append', text: text('upload.append'), icon: AddRegular, onSelect: () => onTask('append') },
          {
            id: 'replace',
            text: common('action.replace'),
            icon: ArrowUploadRegular,
            onSelect: () => onTask('replace'),
          },
        ]
      : []),
    { id: 'versions', text: text('versions.open'), icon: HistoryRegular, onSelect: () => onTask('versions') },
    ...(hasRows
      ? [
          {
            id: 'download',
            text: common('action.download'),
            icon: ArrowDownloadRegular,
            onSelect: () => download.mutate({ list }, { onSuccess: (csv) => saveCsv(`${list.name}.csv`, csv) }),
          },
        ]
      : []),
    ...(canWrite
      ? [
          deleteCommand({
            text: common('action.delete'),
            pressed: isDeleting,
            onSelect: () => setDeleting(!isDeleting),
          }),
        ]
      : []),
  ];
  return (
    <SidePanel title={list.name} takeFocus={false} onClose={props.onClose}>
      <div className="fill-column gap-2">
        <div className={styles.commands}>
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </div>
        {isDeleting ? (
          isReferenced ? (
            <div className="py-3 px-4 bg-subtle mark-reject" role="alert">
              <p>
                <b>{text('delete.refused', { name: list.name })}</b>
              </p>
              <p>
                {text('delete.usedBy')} <UsedBy usedBy={list.usedBy} />
              </p>
            </div>
          ) : (
            <ConfirmPanel
              title={text('delete.title', { name: list.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate(list, { onSuccess: props.onDeleted })}
              onCancel={() => setDeleting(false)}
            >
              {hasRows
                ? text('delete.body', { count: list.rowCount, rows: formats.number(list.rowCount) })
                : text('source.deleteBody')}
            </ConfirmPanel>
          )
        ) : null}
        {remove.error && !isReferenced ? <ErrorState error={remove.error} compact /> : null}
        {download.error ? <ErrorState error={download.error} compact /> : null}
        {shown(list.name) === list.name ? null : <p className="soft">{shown(list.name)}</p>}
        <DescriptionField key={list.id} list={list} canWrite={canWrite} />
        <dl className={styles.factLines}>
          <dt>{text('column.usedBy')}</dt>
          <dd>{list.usedBy.length === 0 ? common('value.none') : <UsedBy usedBy={list.usedBy} />}</dd>
          <dt>{text('column.changed')}</dt>
          <dd>
            {text('changedBy', {
              at: formats.dateTime(list.changed.at),
              by: list.changed.by,
              version: list.contentVersion,
            })}
          </dd>
          {hasRows ? (
            <>
              <dt>{text('expiry.label')}</dt>
              <dd>
                <ExpiryField list={list} canWrite={canWrite} />
              </dd>
            </>
          ) : null}
        </dl>
        {hasRows ? (
          <RowsPart list={list} columns={columns} shownRows={asKept} current={current} onCurrent={setCurrent} />
        ) : (
          <>
            <SourceFacts connection={list.connection} columns={list.columns} />
            <SourcePerformance listId={list.id} />
          </>
        )}
      </div>
    </SidePanel>
  );
};
