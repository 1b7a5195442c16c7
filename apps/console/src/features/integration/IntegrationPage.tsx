import { AppsRegular, FingerprintRegular, WrenchRegular } from '@fluentui/react-icons';
import { allows, isBuiltInKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, Loading, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { addressName } from '../../shared/integration/api-names.ts';
import { EnvironmentFacts } from './components/EnvironmentFacts.tsx';
import styles from './components/integration.module.css';
import { ProblemList } from './components/ProblemList.tsx';
import { StateChip } from './components/StateChip.tsx';
import { StepList } from './components/StepList.tsx';
import { integrationStatusQuery } from './integration.queries.ts';

/** The way from nothing to the first decided event, and how every API is called since. */
export const IntegrationPage = (): ReactNode => {
  const text = useText('integration');
  const routes = useText('routes');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId, capabilities } = useEnvironment();
  const query = useQuery(integrationStatusQuery(call, environmentId));
  return (
    <ConsolePage
      title={routes('integration.title')}
      strongFirst={false}
      commands={[
        {
          id: 'applications',
          text: routes('applications.title'),
          icon: AppsRegular,
          href: hrefOf('/integration/aadapp/manage'),
        },
        {
          id: 'fingerprintTry',
          text: routes('fingerprintTry.title'),
          icon: FingerprintRegular,
          href: hrefOf('/integration/devicefingerprinting/try'),
        },
        ...(allows(capabilities, 'applications:write')
          ? [
              {
                id: 'fingerprintSetup',
                text: routes('fingerprintSetup.title'),
                icon: WrenchRegular,
                href: hrefOf('/integration/devicefingerprinting/setup'),
              },
            ]
          : []),
      ]}
    >
      <QueryState query={query} loading={<Loading rows={12} rowHeight={36} />}>
        {(status) => (
          <div className={styles.overview}>
            <div className="stack gap-5 min-w-0">
              <StepList status={status} />
              <Section title={text('apis.title')} meta={text('apis.meta')}>
                <table className={styles.table} aria-label={text('apis.title')}>
                  <thead>
                    <tr>
                      <th>{text('apis.api')}</th>
                      <th>{text('apis.state')}</th>
                      <th className={styles.number}>{text('apis.calls')}</th>
                      <th className={styles.number}>{text('apis.errors')}</th>
                      <th>{text('apis.last')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {status.apis.map(({ api, path, state, calls, errors, lastAcceptedAt }) => (
                      <tr key={api}>
                        <td>
                          {isBuiltInKind(api) || allows(capabilities, 'assessments:read') ? (
                            <Link href={hrefOf('/integration/api/:id', { id: api })}>{addressName(path)}</Link>
                          ) : (
                            addressName(path)
                          )}
                        </td>
                        <td className={styles.nowrap}>
                          <StateChip state={state} />
                        </td>
                        <td className={styles.number}>{formats.number(calls)}</td>
                        <td className={styles.number}>{formats.number(errors)}</td>
                        <td className={styles.nowrap}>
                          {lastAcceptedAt === null ? '–' : formats.dateTime(lastAcceptedAt)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Section>
            </div>
            <div className="stack gap-5 min-w-0">
              <EnvironmentFacts status={status} />
              <ProblemList status={status} />
            </div>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
