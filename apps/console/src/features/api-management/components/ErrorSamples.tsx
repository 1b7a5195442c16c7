import type { ApiErrorGroup, ApiPeriod, ApiErrorSample } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Facts, IdText, Loading, QueryState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useEnvironments } from '../../../app/environments.ts';
import { apiErrorSamplesQuery } from '../api-management.queries.ts';
import { statusText } from '../status-text.ts';
import styles from './api-management.module.css';

const Sample = ({ sample }: { readonly sample: ApiErrorSample }): ReactNode => {
  const text = useText('apiManagement');
  const formats = useFormats();
  const environments = useEnvironments();
  const { environmentId, environmentReference } = sample;
  const environment = environments.find(({ id }) => id === environmentId)?.name ?? environmentId;
  return (
    <li className="py-3 border-top-1">
      <p className={styles.message}>
        <time dateTime={sample.at}>{formats.dateTime(sample.at)}</time> {sample.message}
      </p>
      <Facts className={styles.facts}>
        <dt>{text('errors.samples.environment')}</dt>
        <dd>
          {environment ??
            (environmentReference === null
              ? text('errors.samples.noReference')
              : text('errors.samples.unknownEnvironment', { reference: environmentReference }))}
        </dd>
        <dt>{text('errors.samples.client')}</dt>
        <dd>
          <IdText id={sample.clientId} length={36} name={text('errors.samples.client')} />
        </dd>
        <dt>{text('errors.samples.correlation')}</dt>
        <dd>
          <IdText id={sample.correlationId} length={36} name={text('errors.samples.correlation')} />
        </dd>
      </Facts>
      {sample.excerpt === null ? (
        <p className="quiet">{text('errors.samples.noBody')}</p>
      ) : (
        // A scrolled box is reached by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.body} role="group" tabIndex={0} aria-label={text('errors.samples.body')}>
          {sample.excerpt}
        </pre>
      )}
    </li>
  );
};

/** The newest calls that failed alike: what was said, by whom it was sent, and the shape of its body. */
export const ErrorSamples = (props: {
  readonly group: ApiErrorGroup;
  readonly period: ApiPeriod;
  readonly onClose: () => void;
}): ReactNode => {
  const { group, period, onClose } = props;
  const text = useText('apiManagement');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(apiErrorSamplesQuery(call, environmentId, period, group));
  return (
    <SidePanel title={`${statusText(group.status)} · ${group.code}`} takeFocus={false} onClose={onClose}>
      <h3 className="fs-13">{text('errors.samples.title')}</h3>
      <p className="quiet">{text('errors.samples.bodyHint')}</p>
      <QueryState compact query={query} loading={<Loading rows={6} rowHeight={40} columns={[1]} />}>
        {({ samples }) => (
          <ol className="plain-list">
            {samples.map((sample) => (
              <Sample key={`${sample.correlationId} ${sample.at}`} sample={sample} />
            ))}
          </ol>
        )}
      </QueryState>
    </SidePanel>
  );
};
