import type { VelocityStorageReport } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';

export type StorageSummaryProps = {
  readonly report: VelocityStorageReport;
  /** Sets that count. */
  readonly counting: ReadonlySet<string>;
};

/** What all sets will take together, and how full the store is for those who look after it. */
export const StorageSummary = ({ report, counting }: StorageSummaryProps) => {
  const text = useText('velocities');
  const formats = useFormats();
  const { basis, sets, store } = report;
  const bytes = sets
    .filter(({ setId }) => counting.has(setId))
    .flatMap(({ velocities }) => velocities ?? [])
    .reduce((sum, velocity) => sum + velocity.bytes, 0);
  const explained = text('storage.basis', {
    count: basis.days,
    perDay: formats.number(basis.perDay),
    events: formats.number(basis.events),
  });
  return (
    <span className="soft inline-flex wrap gap-x-4 push-end">
      {basis.events === 0 ? null : (
        <span title={explained}>
          {text('storage.all', { size: text('storage.about', { size: formats.bytes(bytes) }) })}
        </span>
      )}
      {store ? (
        <span>
          {text('storage.store', {
            size: formats.bytes(store.bytes),
            max: formats.bytes(store.maxBytes),
            keys: formats.number(store.keys),
          })}
        </span>
      ) : null}
      {store && store.droppedKeys > 0 ? (
        <b className="reject-text">{text('storage.dropped', { count: store.droppedKeys })}</b>
      ) : null}
    </span>
  );
};
