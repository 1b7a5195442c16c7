import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ExternalList, type ExternalListScreenProps } from './components/ExternalList.tsx';
import { callsQuery } from '../../shared/external-calls/external-calls.queries.ts';

/** The external calls of the environment and how they do: rate, latency, success. */
export const ExternalCallListScreen = (props: ExternalListScreenProps) => {
  const text = useText('externalCalls');
  const { shown } = useProvidedNames();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(callsQuery(call, environmentId, props.period));
  return (
    <ExternalList
      {...props}
      words={{
        title: text('title'),
        create: text('new'),
        find: text('find'),
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult: { title: text('noCall'), body: text('noCallBody') },
      }}
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
