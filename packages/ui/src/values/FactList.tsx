import { Fragment, type ReactNode } from 'react';
import { Facts } from './Facts.tsx';

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** `Facts` from a list, where some are left out at times. */
export const FactList = (props: { readonly facts: readonly Fact[]; readonly className?: string | undefined }) => (
  <Facts className={props.className}>
    {props.facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </Facts>
);
