import { DECISIONS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';

/** The decisions of the product as choices of a field. */
export const DecisionOptions = (): ReactNode => {
  const common = useText('common');
  return DECISIONS.map((each) => (
    <option key={each} value={each}>
      {common(`decision.${each}`)}
    </option>
  ));
};

/** Named things as choices of a field, each by its id. */
export const NamedOptions = (props: {
  readonly of: readonly { readonly id: string; readonly name: string }[];
}): ReactNode =>
  props.of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
