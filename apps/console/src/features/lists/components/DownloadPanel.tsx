import { Checkbox } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useListMutations } from '../lists.queries.ts';
import { saveCsv, saveFile } from '../../../shared/files/read-file.ts';
import { zipOf, type ZipFile } from '../zip.ts';
import styles from './lists.module.css';
import { ActionPanel } from '../../../shared/forms/ActionPanel.tsx';

/** One list as a file, or several as an archive of files. */
export const DownloadPanel = ({
  lists,
  onClose,
}: {
  readonly lists: readonly ListSummary[];
  readonly onClose: () => void;
}) => {
  const text = useText('lists');
  const formats = useFormats();
  const { download } = useListMutations();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = lists.filter(({ id }) => !left.has(id));
  const fetchAll = useMutation({
    mutationFn: async () => {
      const files: ZipFile[] = [];
      for (const list of chosen) files.push({ name: `${list.name}.csv`, text: await download.mutateAsync({ list }) });
      const [only] = files;
      if (only && files.length === 1) saveCsv(only.name, only.text);
      else saveFile('lists.zip', zipOf(files));
    },
    onSuccess: onClose,
  });
  const toggle = (id: string): void =>
    setLeft(left.has(id) ? new Set([...left].filter((each) => each !== id)) : new Set([...left, id]));
  const disabledReason =
    chosen.length === 0 ? text('download.chooseFirst') : fetchAll.isPending ? text('download.running') : undefined;
  return (
    <ActionPanel
      title={text('download.title')}
      onClose={onClose}
      action={{
        id: 'fetch',
        text: text('download.fetch', { count: chosen.length }),
        onSelect: () => fetchAll.mutate(),
        disabledReason,
      }}
    >
      {fetchAll.error ? <ErrorState error={fetchAll.error} compact /> : null}
      <p className="soft">{text('download.hint')}</p>
      <ul className={styles.plainList}>
        {lists.map((list) => (
          <li key={list.id}>
            <Checkbox checked={!left.has(list.id)} label={list.name} onChange={() => toggle(list.id)} />
            <span className="soft">{text('rows', { count: list.rowCount, rows: formats.number(list.rowCount) })}</span>
          </li>
        ))}
      </ul>
    </ActionPanel>
  );
};
