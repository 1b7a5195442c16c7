import type { VelocitySymbolTable, VelocitySetText } from '@redoubt/contracts';
import { allows, EVENT_KINDS, isBuiltInKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { velocitySymbolsQuery } from './velocities.queries.ts';

export type CountedKind = VelocitySetText['sampleEvent'];

/** Kinds of events of the product in the order they are offered. */
export const EVENT_CHOICES: readonly CountedKind[] = Object.keys(EVENT_KINDS) as (keyof typeof EVENT_KINDS)[];

/** Events of defined assessments that velocities count here; none until they are known. */
export const useDefinedEvents = (enabled = true): VelocitySymbolTable['events'] => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const isAllowed = enabled && allows(capabilities, 'functionsAndVelocities:read');
  const { data } = useQuery({ ...velocitySymbolsQuery(call, id), enabled: isAllowed });
  return useMemo(() => (data?.events ?? []).filter(({ title }) => title !== null), [data]);
};

/** Writes kinds of events as a list in the reader's language. */
export const useEventNames = (): ((kinds: readonly CountedKind[]) => string) => {
  const text = useText('velocities');
  const formats = useFormats();
  const defined = useDefinedEvents();
  const nameOf = (kind: CountedKind): string =>
    isBuiltInKind(kind) ? text(`event.${kind}`) : (defined.find((each) => each.kind === kind)?.title ?? kind);
  return (kinds) => formats.list(kinds.map(nameOf));
};
