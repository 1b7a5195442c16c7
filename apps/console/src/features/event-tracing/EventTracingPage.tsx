import type { TraceSubscription } from '@redoubt/contracts';
import { TRACE_TARGET_KINDS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../api/use-read.ts';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { TraceForm } from './components/TraceForm.tsx';
import { TracePanel } from './components/TracePanel.tsx';
import { traceSubscriptionsQuery } from './event-tracing.queries.ts';
import { useTraceColumns } from './use-trace-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({
  subscription: field,
  do: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The destination that a new one begins with. */
  kind: z.enum(TRACE_TARGET_KINDS).optional().catch(undefined),
  find: field,
});

const idOf = ({ id }: TraceSubscription): string => id;
const NONE: readonly TraceSubscription[] = [];

/** Events that are sent to other systems, how far each subscription is behind, and what fails. */
export const EventTracingPage = (): ReactNode => {
  const text = useText('eventTracing');
  const routes = useText('routes');
  const formats = useFormats();
  const [{ subscription: openId, do: doing, kind, find = '' }, update] = useAddress(address);
  const query = useRead(traceSubscriptionsQuery);
  const { subscriptions = NONE, canWrite, hasDirectory = false, limit = 0 } = query.data ?? {};
  const wanted = find.trim().toLowerCase();
  const rows = useMemo(
    () => subscriptions.filter(({ name }) => name.toLowerCase().includes(wanted)),
    [subscriptions, wanted],
  );
  const columns = useTraceColumns();
  const selection = useRowSelection(openId, (id, options) => update({ subscription: id, do: undefined }, options));
  const open = subscriptions.find(({ id }) => id === openId);
  const mayWrite = canWrite === true;
  const close = (): void => update({ do: undefined, kind: undefined });
  const pane =
    doing === 'new' && mayWrite ? (
      <TraceForm
        subscription={null}
        kind={kind}
        hasDirectory={hasDirectory}
        onClose={close}
        onSaved={({ id }) => update({ do: undefined, kind: undefined, find: undefined, subscription: id })}
      />
    ) : open && doing === 'edit' && mayWrite ? (
      <TraceForm key={open.id} subscription={open} hasDirectory={hasDirectory} onClose={close} onSaved={close} />
    ) : open ? (
      <TracePanel
        key={open.id}
        subscription={open}
        canWrite={mayWrite}
        onEdit={() => update({ do: 'edit' })}
        onClose={selection.close}
      />
    ) : null;
  const failing = subscriptions.filter(({ state }) => state === 'failing' || state === 'stopped').length;
  return (
    <ListPage
      title={routes('eventTracing.title')}
      canWrite={canWrite}
      chips={failing > 0 ? <Chip>{text('failingCount', { number: formats.number(failing) })}</Chip> : null}
      add={{
        text: text('new'),
        onSelect: () => update({ do: 'new', subscription: undefined }),
        disabledReason: subscriptions.length >= limit ? text('full', { limit: formats.number(limit) }) : undefined,
      }}
      pane={pane}
      grid={{
        query,
        rows,
        columns,
        selection,
        label: routes('eventTracing.title'),
        rowId: idOf,
        onOpen: ({ id }) => selection.open(id),
        empty: { title: text('empty.title'), body: text('empty.body') },
        isNarrowed: wanted !== '',
        noResult: { onWiden: () => update({ find: undefined }) },
      }}
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
    />
  );
};
