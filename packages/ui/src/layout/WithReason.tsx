import { Tooltip } from '@fluentui/react-components';
import type { ReactElement } from 'react';

/** A control and, where it cannot be used, the reason as its description and tooltip. */
export const WithReason = (props: {
  readonly reason: string | undefined;
  readonly children: ReactElement;
}): ReactElement =>
  props.reason === undefined ? (
    props.children
  ) : (
    <Tooltip content={props.reason} relationship="description">
      {props.children}
    </Tooltip>
  );
