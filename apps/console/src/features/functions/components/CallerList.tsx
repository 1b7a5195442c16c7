import type { FunctionSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';

type CallerKind = FunctionSummary['callers'][number]['kind'];

/** Functions are named as texts write them. */
const writtenName = (kind: CallerKind, name: string): string => (kind === 'function' ? `Functions.${name}` : name);

/** Callers may stand in environments below, so links lead to where they are shown with what they read. */
const whereabouts = (kind: CallerKind, id: string): string =>
  hrefOf('/data/rulesconfiguration', undefined, { tab: 'uses', of: `${kind}:${id}` });

/** Who reads what of a function. */
export const CallerList = ({ callers }: { readonly callers: FunctionSummary['callers'] }) => {
  const text = useText('functions');
  return (
    <ul className="plain-list" aria-label={text('calledBy')}>
      {callers.map(({ id, kind, name, properties }) => (
        <li key={id}>
          <Link href={whereabouts(kind, id)}>{writtenName(kind, name)}</Link>{' '}
          <span className="soft">{properties.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
};
