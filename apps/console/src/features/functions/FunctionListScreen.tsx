import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
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
  const query = useQuery(functionsQuery(call, environmentId));
  const canWrite = query.data?.canWrite;
  const all = query.data?.functions;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () => (all ?? []).filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted)),
    [all, wanted],
  );
  const columns = useFunctionColumns();
  return (
    <ListPage
      title={text('title')}
      canWrite={canWrite}
      add={{ text: text('new'), onSelect: () => onNew(true) }}
      find={{ text: text('find'), value: find, onChange: (typed) => onFind(typed ?? '') }}
      paneWidth="min(420px, 50%)"
      pane={isNew && canWrite ? <NewFunctionPanel onClose={() => onNew(false)} onDone={onOpen} /> : null}
      grid={{
        label: text('title'),
        query,
        rows: shown,
        rowId: idOf,
        columns,
        isNarrowed: all !== undefined && all.length > 0,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noFunction'), body: text('noFunctionBody') },
        onOpen: ({ id }) => onOpen(id),
      }}
    />
  );
};
