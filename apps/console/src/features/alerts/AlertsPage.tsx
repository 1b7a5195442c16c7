import type { AlertRow } from '@redoubt/contracts';
import { ALERT_CONDITIONS, ALERT_FIGURES, DECISIONS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../api/use-read.ts';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { alertsQuery } from '../../shared/alerts/alerts.queries.ts';
import { AlertForm } from './components/AlertForm.tsx';
import { AlertPanel } from './components/AlertPanel.tsx';
import { useAlertColumns } from './use-alert-columns.tsx';
import { stateOf } from './use-alert-texts.ts';

const field = z.string().optional().catch(undefined);
const number = z.coerce.number().optional().catch(undefined);
const address = z.object({
  alert: field,
  do: z.enum(['new', 'edit']).optional().catch(undefined),
  find: field,
  // What a new alert begins with, as charts hand it over.
  figure: z.enum(ALERT_FIGURES).optional().catch(undefined),
  target: field,
  decision: z.enum(DECISIONS).optional().catch(undefined),
  window: number,
  condition: z.enum(ALERT_CONDITIONS).optional().catch(undefined),
  threshold: number,
  children: z.enum(['no']).optional().catch(undefined),
});

const idOf = ({ id }: AlertRow): string => id;
const NONE: readonly AlertRow[] = [];
/** What a new alert no longer begins with. */
const NOTHING_GIVEN = {
  figure: undefined,
  target: undefined,
  decision: undefined,
  window: undefined,
  condition: undefined,
  threshold: undefined,
  children: undefined,
} as const;

/** Open ones first, then by name. */
const inOrder = (alerts: readonly AlertRow[]): readonly AlertRow[] =>
  alerts.toSorted((a, b) => Number(stateOf(b) === 'open') - Number(stateOf(a) === 'open'));

/** Figures that are watched, and which of them are not as expected. */
export const AlertsPage = (): ReactNode => {
  const text = useText('alerts');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const [{ alert: openId, do: doing, find = '', ...given }, update] = useAddress(address);
  const query = useRead(alertsQuery);
  const { alerts = NONE, canWrite, canMail = false, limit = 0, at } = query.data ?? {};
  const wanted = find.trim().toLowerCase();
  const rows = useMemo(
    () => inOrder(alerts.filter(({ name }) => name.toLowerCase().includes(wanted))),
    [alerts, wanted],
  );
  const columns = useAlertColumns();
  const selection = useRowSelection(openId, (id, options) =>
    update({ alert: id, do: undefined, ...NOTHING_GIVEN }, options),
  );
  const open = alerts.find(({ id }) => id === openId);
  const mayWrite = canWrite === true;
  const pane =
    doing === 'new' && mayWrite ? (
      <AlertForm
        alert={null}
        given={given}
        onClose={() => update({ do: undefined, ...NOTHING_GIVEN })}
        onSaved={({ id }) => update({ do: undefined, ...NOTHING_GIVEN, find: undefined, alert: id })}
      />
    ) : open && doing === 'edit' && mayWrite ? (
      <AlertForm
        key={open.id}
        alert={open}
        given={{}}
        onClose={() => update({ do: undefined })}
        onSaved={() => update({ do: undefined })}
      />
    ) : open ? (
      <AlertPanel
        key={open.id}
        alert={open}
        canWrite={mayWrite}
        canMail={canMail}
        onEdit={() => update({ do: 'edit' })}
        onClose={selection.close}
      />
    ) : null;
  const openCount = alerts.filter((alert) => stateOf(alert) === 'open').length;
  return (
    <ListPage
      title={routes('alerts.title')}
      canWrite={canWrite}
      chips={openCount > 0 ? <Chip>{text('openCount', { number: formats.number(openCount) })}</Chip> : null}
      aside={at === undefined ? null : common('time.asOf', { time: formats.time(at) })}
      add={{
        text: text('new'),
        onSelect: () => update({ do: 'new', alert: undefined }),
        disabledReason: alerts.length >= limit ? text('full', { limit }) : undefined,
      }}
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      pane={pane}
      grid={{
        label: routes('alerts.title'),
        query,
        rows,
        rowId: idOf,
        columns,
        selection,
        onOpen: ({ id }) => selection.open(id),
        isNarrowed: wanted !== '',
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { onWiden: () => update({ find: undefined }) },
      }}
    />
  );
};
