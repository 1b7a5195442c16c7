import { Select } from '@fluentui/react-components';
import type { CaseConfigurationDetail } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { DateTimeText, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { caseConfigurationsQuery, caseSettingsQuery, currenciesQuery } from './case-settings.queries.ts';
import { CurrencySection } from './components/CurrencySection.tsx';
import { DecisionsForm } from './components/DecisionsForm.tsx';
import { SettingsForm } from './components/SettingsForm.tsx';

const address = z.object({ assessment: z.string().optional().catch(undefined) });

/** What agents decide about cases, how an environment works on them, and what amounts are converted by. */
export const CaseSettingsPage = (): ReactNode => {
  const text = useText('caseSettings');
  const routes = useText('routes');
  const { shown } = useProvidedNames();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ assessment = 'purchase' }, update] = useAddress(address);
  const query = useQuery(caseConfigurationsQuery(call, environmentId));
  const settings = useQuery(caseSettingsQuery(call, environmentId));
  const currencies = useQuery(currenciesQuery(call, environmentId));
  const nameOf = ({ assessment: kind, friendlyName }: CaseConfigurationDetail): string =>
    friendlyName === null ? (isBuiltInAssessment(kind) ? routes(`${kind}.title`) : kind) : shown(friendlyName);
  return (
    <ConsolePage
      title={routes('adminConfiguration.title')}
      tabs={<AdminTabs current="adminConfiguration" />}
      chips={query.data && !query.data.canWrite ? <ReadOnlyChip /> : null}
      filters={
        query.data ? (
          <>
            <Select
              size="small"
              aria-label={text('assessment')}
              value={assessment}
              onChange={(_event, { value }) => update({ assessment: value }, { replace: true })}
            >
              {query.data.configurations
                .filter(({ caseManagement, assessment: kind }) => caseManagement || kind === assessment)
                .map((each) => (
                  <option key={each.assessment} value={each.assessment}>
                    {nameOf(each)}
                  </option>
                ))}
            </Select>
            {query.data.root.isHere ? null : <span>{text('atRoot', { name: query.data.root.name })}</span>}
          </>
        ) : undefined
      }
      awaits={['filters']}
    >
      <div className="stack-4">
        <QueryState query={query}>
          {({ configurations, canWrite }) => {
            const detail = configurations.find((each) => each.assessment === assessment);
            if (!detail) return <p>{text('unknown')}</p>;
            return (
              <Section
                title={text('decisions.title')}
                meta={
                  detail.changed ? (
                    <>
                      {text('changedBy', { by: detail.changed.by })} <DateTimeText at={detail.changed.at} />
                    </>
                  ) : (
                    text('isDefault')
                  )
                }
              >
                <DecisionsForm key={`${detail.assessment} ${detail.version}`} detail={detail} canWrite={canWrite} />
              </Section>
            );
          }}
        </QueryState>
        {query.data === undefined ? null : (
          <QueryState query={settings}>
            {(detail) => (
              <Section title={text('settings.title')} meta={text('settings.meta')}>
                <SettingsForm key={detail.version} detail={detail} />
              </Section>
            )}
          </QueryState>
        )}
        {query.data === undefined ? null : (
          <QueryState query={currencies}>{(detail) => <CurrencySection detail={detail} />}</QueryState>
        )}
      </div>
    </ConsolePage>
  );
};
