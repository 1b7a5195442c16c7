import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, LoadingBlock, Sparkline } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useSettled } from '../../../shared/use-settled.ts';
import { alertPreviewQuery, type WatchedSeries } from '../../../shared/alerts/alerts.queries.ts';

/** How long people stop typing before it is asked. */
const PAUSE_MS = 400;

/** How often what the form says would have opened lately. */
const Preview = ({ series }: { readonly series: WatchedSeries }): ReactNode => {
  const text = useText('alerts');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(alertPreviewQuery(call, environmentId, series));
  if (query.error) return <ErrorState error={query.error} compact />;
  if (query.data === undefined) return <LoadingBlock height={56} />;
  const { firings, points, days } = query.data;
  const last = firings.at(-1);
  const isUnknown = series.condition === 'unusual' && points.every(({ low }) => low === null);
  return (
    <div className="stack-2" aria-busy={query.isPlaceholderData}>
      <span className="muted">{text('preview.title', { days })}</span>
      <Sparkline values={points.flatMap(({ value }) => value ?? [])} width={320} height={40} />
      {isUnknown ? (
        <span>{text('preview.unknown')}</span>
      ) : (
        <span role="status">
          <b>{text('preview.times', { number: formats.number(firings.length) })}</b>
          {last === undefined ? '' : ` · ${text('preview.last', { time: formats.dateTime(last.openedAt) })}`}
        </span>
      )}
    </div>
  );
};

/** The same while people type. @param series null while it is not complete. */
export const AlertPreview = ({ series }: { readonly series: WatchedSeries | null }): ReactNode => {
  const text = useText('alerts');
  const settled = useSettled(series === null ? '' : JSON.stringify(series), PAUSE_MS);
  return settled === '' ? (
    <p className="muted m-0">{text('preview.wait')}</p>
  ) : (
    <Preview series={JSON.parse(settled) as WatchedSeries} />
  );
};
