import { AddRegular } from '@fluentui/react-icons';
import type { Application } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import {
  SplitPane,
  Chip,
  DataGrid,
  Empty,
  ErrorState,
  type GridHandle,
  NoResult,
  useShortcut,
  SearchField,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { applicationsQuery } from '../../shared/integration/applications.queries.ts';
import { ApplicationPanel } from './components/ApplicationPanel.tsx';
import styles from './components/applications.module.css';
import { ChangePanel } from './components/ChangePanel.tsx';
import { RotatePanel } from './components/RotatePanel.tsx';
import { useApplicationColumns } from './use-application-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({
  application: field,
  find: field,
  revoked: z.literal('yes').optional().catch(undefined),
  do: z.enum(['change', 'rotate']).optional().catch(undefined),
});

const NONE: readonly Application[] = [];
const idOf = ({ id }: Application): string => id;

/** Applications that may call here, what they hold, when their credentials end and when they called last. */
export const ApplicationsPage = (): ReactNode => {
  const text = useText('applications');
  const routes = useText('routes');
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ application: current = null, find = '', revoked, do: doing }, update] = useAddress(address);
  const query = useQuery(applicationsQuery(call, environmentId));
  const [cursor, setCursor] = useState<string | null>(current);
  const grid = useRef<GridHandle>(null);
  const columns = useApplicationColumns();
  const { data } = query;
  const all = data?.applications ?? NONE;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () =>
      all.filter(
        ({ id, displayName, status }) =>
          (status !== 'Revoked' || revoked === 'yes' || id === current) &&
          `${displayName} ${id}`.toLowerCase().includes(wanted),
      ),
    [all, wanted, revoked, current],
  );
  const canWrite = data?.missing === null;
  const createHref = hrefOf('/integration/aadapp/create');
  useShortcut('n', text('new'), () => go(createHref), { active: canWrite });
  const open = all.find(({ id }) => id === current);
  const close = (): void => {
    update({ application: undefined, do: undefined });
    grid.current?.focus();
  };
  const back = (): void => update({ do: undefined });
  return (
    <ConsolePage
      title={routes('applications.title')}
      fill
      bleed
      strongFirst={canWrite}
      commands={canWrite ? [{ id: 'new', text: text('new'), icon: AddRegular, keys: 'n', href: createHref }] : []}
      commandsEnd={
        <>
          <Chip
            pressed={revoked === 'yes'}
            onSelect={() => update({ revoked: revoked === 'yes' ? undefined : 'yes' }, { replace: true })}
          >
            {text('showRevoked')}
          </Chip>
          <SearchField
            label={text('find')}
            value={find}
            onChange={(value) => update({ find: value === '' ? undefined : value }, { replace: true })}
          />
        </>
      }
      chips={data && !canWrite ? <ReadOnlyChip /> : null}
    >
      <SplitPane
        paneWidth="min(460px, 48%)"
        pane={
          data && open ? (
            doing === 'change' && open.canWrite ? (
              <ChangePanel key={open.id} application={open} choices={data} onClose={back} />
            ) : doing === 'rotate' && open.canWrite ? (
              <RotatePanel key={open.id} application={open} onClose={back} />
            ) : (
              <ApplicationPanel
                key={open.id}
                application={open}
                onChange={() => update({ do: 'change' })}
                onRotate={() => update({ do: 'rotate' })}
                onClose={close}
              />
            )
          ) : null
        }
      >
        <div className={styles.main}>
          {data && data.missing !== null ? <p className={styles.note}>{text(`missing.${data.missing}`)}</p> : null}
          <div className={styles.grid}>
            {query.isError && !data ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : data && all.length === 0 ? (
              <Empty
                title={text('empty.title')}
                body={text('empty.body')}
                action={canWrite ? { text: text('new'), onSelect: () => go(createHref) } : undefined}
              />
            ) : data && shown.length === 0 ? (
              <NoResult title={text('noneFits')} body={text('noneFitsBody')} />
            ) : (
              <DataGrid
                ref={grid}
                label={routes('applications.title')}
                rows={shown}
                rowId={idOf}
                columns={columns}
                density={density}
                isLoading={query.isPending}
                current={cursor}
                onCurrent={(id) => {
                  setCursor(id);
                  if (current !== null) update({ application: id, do: undefined }, { replace: true });
                }}
                onOpen={({ id }) => update({ application: id })}
                onPeek={({ id }) => update({ application: id })}
                onClose={close}
              />
            )}
          </div>
        </div>
      </SplitPane>
    </ConsolePage>
  );
};
