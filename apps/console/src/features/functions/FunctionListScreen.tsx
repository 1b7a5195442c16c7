import { AddRegular } from '@fluentui/react-icons';
import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { SplitPane, DataGrid, Empty, ErrorState, NoResult, useShortcut, SearchField } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { NewFunctionPanel } from './components/NewFunctionPanel.tsx';
import { functionsQuery } from './functions.queries.ts';
import { useFunctionColumns } from './use-function-columns.tsx';

export type FunctionListScreenProps = {
  readonly find: string;
  readonly isNew: boolean;
  readonly onFind: (find: string) => void;
  readonly onNew: (isNew: boolean) => void;
  readonly onOpen: (id: string) => void;
};

const idOf = ({ id }: FunctionSummary): string => id;

/** The functions of the environment: what is published, who calls it, what is still a draft. */
export const FunctionListScreen = ({ find, isNew, onFind, onNew, onOpen }: FunctionListScreenProps) => {
  const text = useText('functions');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const query = useQuery(functionsQuery(call, environmentId));
  const [current, setCurrent] = useState<string | null>(null);
  const canWrite = query.data?.canWrite ?? false;
  const all = query.data?.functions;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () => (all ?? []).filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted)),
    [all, wanted],
  );
  const columns = useFunctionColumns();
  useShortcut('n', text('new'), () => onNew(true), { active: canWrite });
  return (
    <ConsolePage
      title={text('title')}
      fill
      bleed
      strongFirst={canWrite}
      commands={
        canWrite ? [{ id: 'new', text: text('new'), icon: AddRegular, keys: 'n', onSelect: () => onNew(true) }] : []
      }
      commandsEnd={<SearchField label={text('find')} value={find} onChange={onFind} />}
      chips={query.data && !canWrite ? <ReadOnlyChip /> : null}
    >
      <SplitPane
        paneWidth="min(420px, 50%)"
        pane={isNew && canWrite ? <NewFunctionPanel onClose={() => onNew(false)} onDone={onOpen} /> : null}
      >
        {query.isError && !all ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : all?.length === 0 ? (
          <Empty
            title={text('empty.title')}
            body={text('empty.body')}
            action={canWrite ? { text: text('new'), onSelect: () => onNew(true) } : undefined}
          />
        ) : all && shown.length === 0 ? (
          <NoResult title={text('noFunction')} body={text('noFunctionBody')} />
        ) : (
          <DataGrid
            label={text('title')}
            rows={shown}
            rowId={idOf}
            columns={columns}
            density={density}
            isLoading={query.isPending}
            current={current}
            onCurrent={setCurrent}
            onOpen={({ id }) => onOpen(id)}
            onPeek={({ id }) => onOpen(id)}
          />
        )}
      </SplitPane>
    </ConsolePage>
  );
};
