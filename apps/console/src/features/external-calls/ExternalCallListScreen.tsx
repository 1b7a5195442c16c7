import { useProvidedNames, useText } from '@redoubt/i18n';
import { useRead } from '../../api/use-read.ts';
import { ExternalList, type ExternalListScreenProps } from './components/ExternalList.tsx';
import { callsQuery } from '../../shared/external-calls/external-calls.queries.ts';

/** The external calls of the environment and how they do: rate, latency, success. */
export const ExternalCallListScreen = (props: ExternalListScreenProps) => {
  const text = useText('externalCalls');
  const { shown } = useProvidedNames();
  const query = useRead(callsQuery, props.period);
  return (
    <ExternalList
      {...props}
      text={text}
      noResult={{ title: text('noCall'), body: text('noCallBody') }}
      query={query}
      all={query.data?.calls}
      searched={({ name, description, endpoint }) => `${name} ${description} ${shown(description)} ${endpoint}`}
      facts={({ method, endpoint, warmUp }) => ({
        target: `${method} ${endpoint}`,
        note: warmUp ? text(warmUp.error === '' ? 'warm' : 'notWarm') : undefined,
      })}
    />
  );
};
