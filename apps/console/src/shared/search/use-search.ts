import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { textsOf, useAddressBy } from '../../routes/address.ts';
import { formatAddress, parseAddress, type SearchAddress, type SearchQuestion } from './search-address.ts';
import type { ObservationKinds, OwnFields } from './search-fields.ts';
import { searchAttributesQuery, type AskedSearch } from './search.queries.ts';

const addressOf = textsOf('type', 'children', 'range', 'where', 'or', 'fql', 'sort');

const NOTHING = {
  type: undefined,
  children: undefined,
  range: undefined,
  where: undefined,
  fql: undefined,
  sort: undefined,
};

export type SearchState = AskedSearch & {
  /** The parameters that say the question, to link to it. */
  readonly address: SearchAddress;
  /** The question as one text: the same for the same question. */
  readonly addressKey: string;
  readonly ask: (question: SearchQuestion) => void;
};

/** The question in the address, and the way to ask another: Back undoes it. */
export const useSearchState = (): SearchState => {
  const { id: environmentId } = useEnvironment();
  const [raw, update] = useAddressBy(addressOf);
  const { type, children, range, where, or, fql, sort } = raw;
  return useMemo(() => {
    const question = parseAddress({
      ...(type === undefined ? {} : { type }),
      ...(children === undefined ? {} : { children }),
      ...(range === undefined ? {} : { range }),
      ...(where === undefined ? {} : { where }),
      ...(or === undefined ? {} : { or }),
      ...(fql === undefined ? {} : { fql }),
      ...(sort === undefined ? {} : { sort }),
    });
    const address = formatAddress(question);
    return {
      environmentId,
      question,
      address,
      addressKey: `${environmentId} ${JSON.stringify(address)}`,
      ask: (next) => update({ ...NOTHING, ...formatAddress(next) }),
    };
  }, [environmentId, type, children, range, where, or, fql, sort, update]);
};

const NO_FIELDS: OwnFields = [];

/** Own fields that the events in question can be searched by. */
export const useOwnFields = (eventType: SearchQuestion['eventType']): OwnFields => {
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(searchAttributesQuery(call, id));
  return useMemo(
    () =>
      data?.attributes.filter(
        (attribute) => attribute.eventType === eventType && attribute.kept?.work?.task !== 'remove',
      ) ?? NO_FIELDS,
    [data, eventType],
  );
};

const NO_KINDS: ObservationKinds = [];

/** Observations and labels that the events in question can have. */
export const useObservationKinds = (eventType: SearchQuestion['eventType']): ObservationKinds => {
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(searchAttributesQuery(call, id));
  return useMemo(
    () => data?.observations.filter((observation) => observation.eventType === eventType) ?? NO_KINDS,
    [data, eventType],
  );
};
