import type { RelatedTraffic } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section, Sparkline } from '@redoubt/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import styles from './assessments.module.css';

/** What came of an observation or label lately: its volume, and the newest payload without personal data. */
export const RelatedActivity = ({ traffic }: { readonly traffic: UseQueryResult<RelatedTraffic> }) => {
  const text = useText('assessments');
  const formats = useFormats();
  return (
    <QueryState compact query={traffic} loading={<Loading rows={4} rowHeight={36} columns={[2, 3]} />}>
      {(data) => (
        <>
          <Section title={text('volume')} meta={text('volumeNote')}>
            <p className="flex middle gap-3 fs-18">
              <b>{formats.number(data.events24h)}</b> <Sparkline values={data.hours} width={160} height={28} />
            </p>
          </Section>
          <Section title={text('lastPayload')} meta={text('lastPayloadNote')}>
            {data.lastPayload === null ? (
              <p className="soft">{text('lastPayloadNone')}</p>
            ) : (
              <pre className={styles.payload} role="group" tabIndex={0} aria-label={text('lastPayload')}>
                {data.lastPayload}
              </pre>
            )}
          </Section>
        </>
      )}
    </QueryState>
  );
};
