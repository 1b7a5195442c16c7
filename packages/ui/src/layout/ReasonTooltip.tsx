import { Tooltip } from '@fluentui/react-components';
import type { ReactElement } from 'react';

/** A control with its reason as description and tooltip. */
export const ReasonTooltip = (props: { readonly reason: string; readonly children: ReactElement }): ReactElement => (
  <Tooltip content={props.reason} relationship="description">
    {props.children}
  </Tooltip>
);
